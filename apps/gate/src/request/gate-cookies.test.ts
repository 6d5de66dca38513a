import { describe, expect, it } from 'vitest'
import { createGateCookies, readCookies, withoutCookies } from './cookies.ts'

const secure = createGateCookies(new URL('https://app.corp.example'))

describe('the cookies of the gate', () => {
  it('the gate’s cookies on https are for one host, and hidden from scripts', () => {
    expect([secure.sessionName, secure.noncePrefix]).toEqual([
      '__Host-foyer-session',
      '__Host-foyer-nonce-',
    ])
    expect(secure.set('name', 'value')).toBe('name=value; Path=/; HttpOnly; SameSite=Lax; Secure')
    expect(secure.set('name', 'value', 60)).toBe(
      'name=value; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60',
    )
    expect(secure.remove('name')).toBe('name=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0')
  })

  it.each([
    ['http://localhost:4100', 'foyer-4100-'],
    ['http://localhost', 'foyer-80-'],
  ])('the gate’s cookies at %s have the port in their names', (url, prefix) => {
    const cookies = createGateCookies(new URL(url))
    expect([cookies.sessionName, cookies.noncePrefix]).toEqual([
      `${prefix}session`,
      `${prefix}nonce-`,
    ])
    expect(cookies.set('name', 'value')).toBe('name=value; Path=/; HttpOnly; SameSite=Lax')
  })

  it.each([
    ['__Host-foyer-session', true],
    ['__Host-foyer-nonce-abc', true],
    ['__Host-foyer-session-2', false],
    ['x__Host-foyer-nonce-abc', false],
    ['__Host-foyer-nonce', false],
    ['session', false],
  ])('the cookie %s is the gate’s: %s', (name, isOurs) => {
    expect(secure.isGateCookie(name)).toBe(isOurs)
  })
})

describe('the cookies for the application', () => {
  const forApplication = (header?: string) => withoutCookies(header, secure.isGateCookie)

  it('the application gets its own cookies in the order and spelling of the client', () => {
    expect(
      forApplication('b=2; __Host-foyer-session=x; a="1";c; __Host-foyer-nonce-1=y; b=3'),
    ).toBe('b=2; a="1"; c; b=3')
  })

  it.each([
    undefined,
    '',
    '__Host-foyer-session=x',
    '__Host-foyer-session=x; __Host-foyer-nonce-1=y',
  ])('the application gets no cookie header for %j', (header) => {
    expect(forApplication(header)).toBeUndefined()
  })

  it('the cookies of a request are read with duplicates', () => {
    const headers = { cookie: 'a=1; a=2' }
    const request = { method: 'GET', url: '/', httpVersion: '1.1', headers, rawHeaders: [] }
    expect(readCookies(request).map(({ name, value }) => [name, value])).toEqual([
      ['a', '1'],
      ['a', '2'],
    ])
  })
})
