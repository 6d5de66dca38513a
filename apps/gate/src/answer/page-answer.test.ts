import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { errorEntry, GateError } from '../errors/gate-error.ts'
import { callFailure, jsonAnswer, textAnswer } from './answer.ts'
import { failurePage, pageAnswer, redirectTo } from './page-answer.ts'

const request = (headers: Record<string, string> = { accept: 'text/html' }, method = 'GET') => ({
  method,
  url: '/',
  httpVersion: '1.1',
  headers,
  rawHeaders: [],
})
const always = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-goog-iap-generated-response': 'true',
}
const text = 'You can close this window and go on in the application.'

describe('a page of the gate', () => {
  it('a page without a link is complete HTML, and its policy allows only its own style', () => {
    const { headers, ...page } = pageAnswer(request(), 200, 'refreshed')
    const [, style = ''] = /<style>(.*)<\/style>/.exec(page.body) ?? []
    expect(style).toMatch(/^:root\{color-scheme:light dark\}body\{.*\}a\{.*\}$/)
    expect(page).toEqual({
      kind: 'answer',
      status: 200,
      body:
        '<!doctype html><html lang="en"><meta charset="utf-8">' +
        '<title>Your session is up to date</title>' +
        `<meta name="viewport" content="width=device-width"><style>${style}</style>` +
        `<main><h1>Your session is up to date</h1><p>${text}</p></main></html>`,
    })
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers).toEqual({
      ...always,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
      vary: 'accept, accept-language',
    })
  })

  it('a page has its link, escaped, in the language of the user', () => {
    const link = { href: `/?a=1&b="<'>`, label: 'signIn', target: '_top' } as const
    const headers = { accept: 'text/html', 'accept-language': 'tr' }
    const { body } = pageAnswer(request(headers), 401, 'sessionEnded', { link })
    expect(body).toContain('<html lang="tr">')
    expect(body).toMatch(
      /<p><a href="\/\?a=1&amp;b=&quot;&lt;'&gt;" target="_top" rel="noopener">[^<]+<\/a><\/p><\/main><\/html>$/,
    )
    expect(body).not.toContain('http-equiv')
  })

  it('a page whose link is followed redirects without a click', () => {
    const link = { href: '/next', label: 'goOn' } as const
    const { body } = pageAnswer(request(), 200, 'redirecting', { link, isFollowed: true })
    expect(body).toContain('<meta http-equiv="refresh" content="0;url=/next">')
    expect(body).toContain('<a href="/next">Continue</a>')
  })

  it('a script gets the name of the page as JSON, and its headers', () => {
    const headers = { 'set-cookie': 'a=1' }
    expect(pageAnswer(request({}), 400, 'refused', { headers })).toEqual({
      kind: 'answer',
      status: 400,
      headers: { ...always, 'content-type': 'application/json', 'set-cookie': 'a=1' },
      body: '{"error":{"code":400,"reason":"refused"}}',
    })
    expect(pageAnswer(request(), 400, 'refused', { headers }).headers).toMatchObject(headers)
  })

  it('a failure has the status and the page of its code', () => {
    expect(errorEntry('signed-out')).toMatchObject({ httpStatus: 401, page: 'sessionEnded' })
    expect(failurePage(request(), 'signed-out').status).toBe(401)
    expect(failurePage(request(), 'signed-out').body).toContain('Your session has ended')
    expect(failurePage(request(), 'not-found').body).toContain('This request cannot be answered')
  })
})

describe('a redirect of the gate', () => {
  const limit = 4096 - 512
  const cookie = { 'set-cookie': ['a=1', 'b=2'] }
  const location = (length: number) => `/${'x'.repeat(length - 1)}`

  it('a redirect up to the size that reverse proxies read is a redirect, and a longer one is a page', () => {
    const fits = redirectTo(request(), location(limit - 6), cookie)
    expect(fits).toMatchObject({ status: 302, body: '' })
    expect(fits.headers).toMatchObject({ ...cookie, location: location(limit - 6) })
    const long = redirectTo(request(), location(limit - 5), cookie)
    expect(long.status).toBe(200)
    expect(long.headers).toMatchObject(cookie)
    expect(long.headers).not.toHaveProperty('location')
    expect(long.body).toContain(`content="0;url=${location(limit - 5)}"`)
  })

  it.each([
    ['a script', request({})],
    ['a HEAD request', request({ accept: 'text/html' }, 'HEAD')],
  ])('a long redirect for %s stays a redirect', (_what, given) => {
    expect(redirectTo(given, location(limit + 1)).status).toBe(302)
  })
})

describe('other responses of the gate', () => {
  it('a text has its type', () => {
    expect(textAnswer(200, 'ok', { a: 'b' })).toEqual({
      kind: 'answer',
      status: 200,
      headers: { ...always, 'content-type': 'text/plain; charset=utf-8', a: 'b' },
      body: 'ok',
    })
  })

  it('JSON has its type', () => {
    expect(jsonAnswer(200, { a: 1 }).headers).toEqual({
      ...always,
      'content-type': 'application/json',
    })
  })

  it('a failed call has the form of the protocol', () => {
    const error = new GateError('id-token-expired')
    const { status, body, headers } = callFailure(error, { vary: 'origin' })
    expect(status).toBe(401)
    expect(headers).toMatchObject({ vary: 'origin' })
    expect(JSON.parse(body)).toEqual({
      error: {
        code: 401,
        status: 'ID_TOKEN_EXPIRED',
        message: error.message,
        details: [{ detail: error.message }],
      },
    })
  })
})
