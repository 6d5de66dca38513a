import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { errorEntry, GateError } from '../errors/gate-error.ts'
import { gateMessages } from '../messages/gate-messages.ts'
import { callFailure, jsonAnswer, textAnswer } from './answer.ts'
import { createPages } from './page-answer.ts'

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
const branding = { productName: 'Foyer', logo: undefined, accent: undefined }
const pages = createPages({ branding, now: () => 1_800_000_000 })

describe('a page of the gate', () => {
  it('a page is HTML whose policy allows only its own style and script', () => {
    const { headers, status, body } = pages.answer(request(), 200, 'refreshed')
    const hashIn = (html: string, element: string): string => {
      const [, text = ''] = new RegExp(`<${element}>(.*)</${element}>`, 's').exec(html) ?? []
      return createHash('sha256').update(text).digest('base64')
    }
    const style = hashIn(body, 'style')
    const script = hashIn(pages.failure(request(), 'not-found').body, 'script')
    expect(status).toBe(200)
    expect(headers).toEqual({
      ...always,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; script-src 'sha256-${script}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
      vary: 'accept, accept-language',
    })
    expect(body).not.toContain('http-equiv')
    expect(body).not.toContain('<script')
    expect(body).not.toContain('<a ')
  })

  it('a page has its link, escaped, in the language of the user', () => {
    const link = { href: `/?a=1&b="<'>`, label: 'signIn', target: '_top' } as const
    const headers = { accept: 'text/html', 'accept-language': 'tr' }
    const { body } = pages.answer(request(headers), 401, 'sessionEnded', { link })
    expect(body).toContain('<html lang="tr">')
    expect(body).toContain(
      '<a href="/?a=1&amp;b=&quot;&lt;\'&gt;" target="_top" rel="noopener" class="button button-primary">',
    )
  })

  it('a script gets the name of the page as JSON, and its headers', () => {
    const headers = { 'set-cookie': 'a=1' }
    expect(pages.answer(request({}), 400, 'refused', { headers })).toEqual({
      kind: 'answer',
      status: 400,
      headers: { ...always, 'content-type': 'application/json', 'set-cookie': 'a=1' },
      body: '{"error":{"code":400,"reason":"refused"}}',
    })
    expect(pages.answer(request(), 400, 'refused', { headers }).headers).toMatchObject(headers)
  })

  it('a failure has the status and the page of its code', () => {
    expect(errorEntry('signed-out')).toMatchObject({ httpStatus: 401, page: 'sessionEnded' })
    expect(pages.failure(request(), 'signed-out').status).toBe(401)
    expect(pages.failure(request(), 'signed-out').body).toContain(
      gateMessages.en.pages.sessionEnded.title,
    )
    expect(pages.failure(request(), 'not-found').body).toContain(
      gateMessages.en.pages.refused.title,
    )
  })
})

describe('a redirect of the gate', () => {
  const limit = 4096 - 512
  const cookie = { 'set-cookie': ['a=1', 'b=2'] }
  const location = (length: number) => `/${'x'.repeat(length - 1)}`

  it('a redirect up to the size that reverse proxies read is a redirect, and a longer one is a page', () => {
    const fits = pages.redirect(request(), location(limit - 6), cookie)
    expect(fits).toMatchObject({ status: 302, body: '' })
    expect(fits.headers).toMatchObject({ ...cookie, location: location(limit - 6) })
    const long = pages.redirect(request(), location(limit - 5), cookie)
    expect(long.status).toBe(200)
    expect(long.headers).toMatchObject(cookie)
    expect(long.headers).not.toHaveProperty('location')
    expect(long.body).toContain(`content="0;url=${location(limit - 5)}"`)
  })

  it.each([
    ['a script', request({})],
    ['a HEAD request', request({ accept: 'text/html' }, 'HEAD')],
  ])('a long redirect for %s stays a redirect', (_what, given) => {
    expect(pages.redirect(given, location(limit + 1)).status).toBe(302)
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
