import { describe, expect, it } from 'vitest'
import { isTrustedScript, trustSdkScripts } from './trusted-scripts.ts'

const production = new URL('https://login.example.com/?mode=login')

it('trusted scripts are recognised in a browser without URL.canParse, like the oldest supported ones', () => {
  const descriptor = Object.getOwnPropertyDescriptor(URL, 'canParse') ?? {}
  Reflect.deleteProperty(URL, 'canParse')
  try {
    expect(isTrustedScript('https://apis.google.com/js/api.js', production)).toBe(true)
    expect(isTrustedScript('https://', production)).toBe(false)
  } finally {
    Object.defineProperty(URL, 'canParse', descriptor)
  }
})

describe('trusted scripts', () => {
  it.each([
    'https://apis.google.com/js/api.js?onload=__iframefcb123456',
    'https://www.google.com/recaptcha/enterprise.js?render=explicit',
  ])('the script %s is trusted, because the SDK needs it', (url) => {
    expect(isTrustedScript(url, production)).toBe(true)
  })

  it.each([
    'https://apis.google.com/js/api.js.evil.js',
    'https://apis.google.com/js/../other.js',
    'https://apis.google.com.evil.example/js/api.js',
    'http://apis.google.com/js/api.js',
    'https://user@evil.example/recaptcha/api.js',
    'https://www.google.com/recaptcha/../complete/search?jsonp=alert',
    'https://www.google.com/complete/search',
    '/local/gapi.js',
    'javascript:alert(1)',
    'data:text/javascript,alert(1)',
    'https://',
  ])('the script %s is not trusted', (url) => {
    expect(isTrustedScript(url, production)).toBe(false)
  })

  it('the local stand-in is trusted only on localhost', () => {
    const local = new URL('http://localhost:4000/')
    expect(isTrustedScript('/local/gapi.js', local)).toBe(true)
    expect(isTrustedScript('http://localhost:4100/local/gapi.js', local)).toBe(false)
  })

  it('the default policy checks script URLs', () => {
    let check: (url: string) => string = () => ''
    trustSdkScripts(production, {
      createPolicy: (_name, rules) => {
        check = rules.createScriptURL
      },
    })
    expect(check('https://apis.google.com/js/api.js')).toBe('https://apis.google.com/js/api.js')
    expect(() => check('https://evil.example/x.js')).toThrow(TypeError)
  })
})
