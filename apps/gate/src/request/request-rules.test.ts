import { describe, expect, it } from 'vitest'
import { findBrokenRule } from './request-rules.ts'

const publicUrl = new URL('https://app.corp.example')

interface Changes {
  method?: string
  url?: string | undefined
  httpVersion?: string
  hosts?: string[]
  coding?: string
  publicUrl?: URL
  passesEncodedSlashes?: boolean
}

function brokenRule(changes: Changes) {
  const { method = 'GET', httpVersion = '1.1', coding } = changes
  const { hosts = ['app.corp.example'], passesEncodedSlashes = false } = changes
  const [host] = hosts
  const request = {
    method,
    url: 'url' in changes ? changes.url : '/',
    httpVersion,
    headers: {
      ...(host !== undefined && { host }),
      ...(coding !== undefined && { 'transfer-encoding': coding }),
    },
    rawHeaders: ['Accept', 'host', ...hosts.flatMap((value) => ['Host', value])],
  }
  return findBrokenRule(request, {
    publicUrl: changes.publicUrl ?? publicUrl,
    passesEncodedSlashes,
  })
}

describe('the rules for requests', () => {
  it.each<[string, Changes, string | undefined]>([
    ['HTTP/1.1', {}, undefined],
    ['HTTP/1.0', { httpVersion: '1.0' }, undefined],
    ['HTTP/0.9', { httpVersion: '0.9' }, 'http-version'],
    ['HTTP/2.0', { httpVersion: '2.0' }, 'http-version'],
    ['no host', { hosts: [] }, 'host-header'],
    ['two hosts', { hosts: ['app.corp.example', 'app.corp.example'] }, 'host-header'],
    ['a chunked body', { coding: 'chunked' }, undefined],
    ['a chunked body in capitals', { coding: 'Chunked' }, undefined],
    ['a compressed body', { coding: 'gzip, chunked' }, 'transfer-encoding'],
    ['the method TRACE', { method: 'TRACE' }, 'trace-method'],
    ['the method DELETE', { method: 'DELETE' }, undefined],
    ['no URL, which Node never reports', { url: undefined }, undefined],
  ])('a request with %s breaks the expected rule', (_what, changes, rule) => {
    expect(brokenRule(changes)).toBe(rule)
  })
})

describe('the host of a request', () => {
  const hostRule = (host: string, url: string) =>
    brokenRule({ hosts: [host], publicUrl: new URL(url) })

  it.each([
    ['app.corp.example', 'https://app.corp.example'],
    ['APP.corp.example', 'https://app.corp.example'],
    ['app.corp.example:443', 'https://app.corp.example'],
    ['app.corp.example:80', 'http://app.corp.example'],
    ['localhost:4100', 'http://localhost:4100'],
  ])('the host %s is that of %s', (host, url) => {
    expect(hostRule(host, url)).toBeUndefined()
  })

  it.each([
    ['', 'https://app.corp.example'],
    ['evil.test', 'https://app.corp.example'],
    ['app.corp.example:80', 'https://app.corp.example'],
    ['app.corp.example:443', 'http://app.corp.example'],
    ['app.corp.example:8443', 'https://app.corp.example'],
    ['localhost', 'http://localhost:4100'],
    ['localhost:80', 'http://localhost:4100'],
    ['localhost:41000', 'http://localhost:4100'],
  ])('the host %s is not that of %s', (host, url) => {
    expect(hostRule(host, url)).toBe('unknown-host')
  })
})

describe('the target of a request', () => {
  it.each([
    '/',
    '/a/b?x=1',
    '/.well-known/x',
    '/a..b/..c/c..',
    '/a;b/x..;c=x.y/z',
    '/a?x=/../b',
    '/a?x=%5c%0a%2f%2e',
    '/%41%21%20',
    '/~!$&()*+,=:@',
  ])('the target %s is forwarded', (url) => {
    expect(brokenRule({ url })).toBeUndefined()
  })

  it.each([
    '',
    '*',
    'a',
    'http://app.corp.example/',
    'x/a',
    '//evil.test',
    '/a b',
    '/a\u00e9',
    '/é/a',
    '/a\\b',
    '/a#b',
    '/a%5cb',
    '/a%5Cb',
    '/a%00b',
    '/a%1Fb',
    '/a%7fb',
    '/a%2fb',
    '/a%2Fb',
    '/.',
    '/..',
    '/./a',
    '/../a',
    '/a/..',
    '/a/../b',
    '/a/%2e%2E/b',
    '/a/.%2e',
    '/a/..;x=1/b',
    '/a/..;x',
    '/a/.;/b',
  ])('the target %j is refused', (url) => {
    expect(brokenRule({ url })).toBe('request-target')
  })

  it('a target with an encoded slash is forwarded if the setting says so, but not with dot segments', () => {
    const rule = (url: string) => brokenRule({ url, passesEncodedSlashes: true })
    expect([rule('/a%2Fb'), rule('/a%2fb')]).toEqual([undefined, undefined])
    for (const url of ['/a%2F../b', '/a/..%2fb', '/a%2F.', '/a%2f%2e%2e', '/..%2F']) {
      expect(rule(url)).toBe('request-target')
    }
  })
})
