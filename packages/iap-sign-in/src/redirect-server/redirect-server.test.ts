import { describe, expect, it } from 'vitest'
import { createSend } from '../http/http.ts'
import { createRedirectServer } from './redirect-server.ts'
import { hostileProject, originalUris } from '../testing/hostile-parameters.ts'
import { MemoryBrowser } from '../testing/memory-browser.ts'

const redirectUri = 'https://gate.example.com/exchange'
const { targetUri } = hostileProject
const originalUri = 'https://app.corp.example/reports'

function scene(body: unknown, init?: ResponseInit) {
  const browser = new MemoryBrowser('https://login.example.com/')
  const { runtime } = browser
  browser.serve(redirectUri, () => Response.json(body, init))
  return { browser, server: createRedirectServer(createSend(runtime), runtime.clock.now) }
}

describe('the exchange', () => {
  it.each(originalUris)(
    'the exchange, with the original URL %s: %s %j, %s',
    async (_id, decision, originalUri) => {
      const { server } = scene({ redirectToken: 'token', originalUri, targetUri })
      const outcome = server.exchange(redirectUri, 'id', 'state').then(
        (redirect) => redirect.originalUri.href,
        (error: Error) => error.message,
      )
      expect(await outcome).toBe(decision === 'accept' ? originalUri : 'Invalid response')
    },
  )

  it('the exchange returns the redirect token, the original URL and the target URL (B5)', async () => {
    const { server } = scene({ redirectToken: 'token', originalUri, targetUri })
    expect(await server.exchange(redirectUri, 'id', 'state')).toEqual({
      redirectToken: 'token',
      originalUri: new URL(originalUri),
      targetUri: new URL(targetUri),
    })
  })

  it.each([
    null,
    [],
    'text',
    {},
    { redirectToken: '', originalUri, targetUri },
    { redirectToken: 7, originalUri, targetUri },
    { redirectToken: 'token', originalUri },
    { redirectToken: 'token', targetUri },
    { redirectToken: 'token' },
    { redirectToken: 'token', originalUri, targetUri: 'http://app.corp.example/_gate/auth' },
    { redirectToken: 'token', originalUri, targetUri: 'javascript:alert(1)' },
  ])('the exchange refuses the response %j', async (body) => {
    const { server } = scene(body)
    await expect(server.exchange(redirectUri, 'id', 'state')).rejects.toMatchObject({
      code: 'unknown',
      message: 'Invalid response',
      refusal: 'invalid-response',
    })
  })

  it('the exchange is cached for five minutes, and a failure is not cached (H2b, H2e)', async () => {
    const { browser, server } = scene({}, { status: 503 })
    await expect(server.exchange(redirectUri, 'id', 'state')).rejects.toThrow('503')
    browser.serve(redirectUri, () =>
      Response.json({ redirectToken: 'token', originalUri, targetUri }),
    )
    await server.exchange(redirectUri, 'id', 'state')
    browser.wait(5 * 60_000 - 1)
    await server.exchange(redirectUri, 'id', 'state')
    expect(browser.sent).toHaveLength(2)
    browser.wait(1)
    await server.exchange(redirectUri, 'id', 'state')
    await server.exchange(redirectUri, 'another id', 'state')
    expect(browser.sent).toHaveLength(4)
  })
})

describe('the session info', () => {
  it('the session info is the original URL and the tenant ids (B4)', async () => {
    const { server } = scene({ originalUri, tenantIds: ['acme', '_12345'] })
    expect(await server.sessionInfo(redirectUri, 'state')).toEqual({
      originalUri: new URL(originalUri),
      tenantIds: ['acme', '_12345'],
    })
  })

  it('the session info is cached for five minutes (H2c)', async () => {
    const { browser, server } = scene({ originalUri, tenantIds: ['acme'] })
    await server.sessionInfo(redirectUri, 'state')
    browser.wait(5 * 60_000 - 1)
    await server.sessionInfo(redirectUri, 'state')
    expect(browser.sent).toHaveLength(1)
    browser.wait(1)
    await server.sessionInfo(redirectUri, 'state')
    expect(browser.sent).toHaveLength(2)
  })

  it.each([
    {},
    { originalUri },
    { originalUri, tenantIds: 'acme' },
    { originalUri, tenantIds: [7] },
    { originalUri: 'javascript:alert(1)', tenantIds: [] },
    { tenantIds: [] },
  ])('the session info refuses the response %j', async (body) => {
    const { server } = scene(body)
    await expect(server.sessionInfo(redirectUri, 'state')).rejects.toThrow('Invalid response')
  })
})

describe('the cookie call', () => {
  it('the cookie call is a GET with the redirect token in a header and with credentials (F7, IAP-05a)', async () => {
    const { browser, server } = scene({})
    browser.serve(targetUri, () => new Response(''))
    await server.setCookie(targetUri, 'token')
    expect(browser.sent).toMatchObject([
      {
        method: 'GET',
        url: targetUri,
        headers: { 'x-iap-3p-token': 'token' },
        credentials: 'include',
      },
    ])
  })

  it('the cookie call is cached for five minutes (H2d)', async () => {
    const { browser, server } = scene({})
    browser.serve(targetUri, () => new Response(''))
    await server.setCookie(targetUri, 'token')
    browser.wait(5 * 60_000 - 1)
    await server.setCookie(targetUri, 'token')
    expect(browser.sent).toHaveLength(1)
    browser.wait(1)
    await server.setCookie(targetUri, 'token')
    expect(browser.sent).toHaveLength(2)
  })

  it.each([
    ['XsrfNonceCheckIsNeeded', true],
    ['', false],
    ['XsrfNonceCheckIsNeeded, says this page', false],
  ])('a cookie call that is answered with %j needs a nonce check: %s', async (text, isNeeded) => {
    const { browser, server } = scene({})
    browser.serve(targetUri, () => new Response(text))
    expect(await server.setCookie(targetUri, 'token')).toBe(isNeeded)
  })

  it.each([401, 405])('a cookie call that is answered with %i fails', async (status) => {
    const { browser, server } = scene({})
    browser.serve(targetUri, () => new Response('', { status }))
    await expect(server.setCookie(targetUri, 'token')).rejects.toMatchObject({
      httpErrorCode: status,
    })
  })
})
