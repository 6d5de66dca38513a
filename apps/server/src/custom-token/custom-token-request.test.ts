import { describe, expect, it } from 'vitest'
import { checkIsFromPage, parseCustomTokenRequest } from './custom-token-request.ts'

const page = 'https://login.example.com'
const invalid = expect.objectContaining({ code: 'invalid-argument' }) as Error
const denied = expect.objectContaining({ code: 'permission-denied' }) as Error

describe('the query of a custom token request', () => {
  const parse = (query: string) => parseCustomTokenRequest(new URLSearchParams(query), undefined)

  it('a request names a token and a tenant', () => {
    expect(parse('token=ya29.x~!&tid=Acme-x1y2z')).toEqual({
      token: 'ya29.x~!',
      tenantId: 'Acme-x1y2z',
    })
  })

  it('a token has up to 8192 characters', () => {
    const token = 'x'.repeat(8192)
    expect(parse(`token=${token}&tid=acme`).token).toBe(token)
    expect(() => parse(`token=${token}x&tid=acme`)).toThrow(invalid)
  })

  it.each([
    'tid=acme',
    'token=&tid=acme',
    'token=a&token=b&tid=acme',
    'token=a&tid=acme&tid=acme',
    'token=a%20b&tid=acme',
    'token=%C3%A9a&tid=acme',
    'token=a%C3%A9&tid=acme',
  ])('the query %s is refused', (query) => {
    expect(() => parse(query)).toThrow(invalid)
  })
})

describe('the sender of a custom token request', () => {
  it.each([
    { origin: page },
    { origin: page, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
  ])('a request with the headers %j comes from the page', (headers) => {
    expect(checkIsFromPage(headers, page)).toBeUndefined()
  })

  it.each([
    {},
    { origin: 'null' },
    { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': '' },
    { origin: page, 'sec-fetch-mode': 'navigate' },
  ])('a request with the headers %j does not come from a script of the page', (headers) => {
    expect(() => checkIsFromPage(headers, page)).toThrow(denied)
  })
})
