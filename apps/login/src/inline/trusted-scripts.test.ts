import { describe, expect, it } from 'vitest'
import { isTrustedScript, trustSdkScripts } from './trusted-scripts.ts'

const production = new URL('https://login.example.com/?mode=login')

it('scripts are told apart in a browser without URL.canParse, as the oldest ones served', () => {
  const descriptor = Object.getOwnPropertyDescriptor(URL, 'canParse') ?? {}
  Reflect.deleteProperty(URL, 'canParse')
  try {
    expect(isTrustedScript('https://apis.google.com/js/api.js', production)).toBe(true)
    expect(isTrustedScript('https://', production)).toBe(false)
  } finally {
    Object.defineProperty(URL, 'canParse', descriptor)
  }
})

describe('scripts added by address', () => {
  it.each([
    'https://apis.google.com/js/api.js?onload=__iframefcb123456',
    'https://www.google.com/recaptcha/enterprise.js?render=explicit',
  ])('%s is what the SDK needs', (address) => {
    expect(isTrustedScript(address, production)).toBe(true)
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
  ])('%s is refused', (address) => {
    expect(isTrustedScript(address, production)).toBe(false)
  })

  it('the local stand-in is taken on localhost alone', () => {
    const local = new URL('http://localhost:4000/')
    expect(isTrustedScript('/local/gapi.js', local)).toBe(true)
    expect(isTrustedScript('http://localhost:4100/local/gapi.js', local)).toBe(false)
  })

  it('are judged by the default policy', () => {
    let judge: (address: string) => string = () => ''
    trustSdkScripts(production, {
      createPolicy: (_name, rules) => {
        judge = rules.createScriptURL
      },
    })
    expect(judge('https://apis.google.com/js/api.js')).toBe('https://apis.google.com/js/api.js')
    expect(() => judge('https://evil.example/x.js')).toThrow(TypeError)
  })
})
