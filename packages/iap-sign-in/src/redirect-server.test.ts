import { describe, expect, it } from 'vitest'
import { createSend } from './http.ts'
import { createRedirectServer } from './redirect-server.ts'
import { hostileProject, originalUris } from './testing/hostile-parameters.ts'
import { MemoryBrowser } from './testing/memory-browser.ts'

const redirectUri = 'https://gate.example.com/exchange'
const { targetUri } = hostileProject
const originalUri = 'https://app.corp.example/reports'

function scene(body: unknown, init?: ResponseInit) {
  const browser = new MemoryBrowser('https://login.example.com/')
  const { ports } = browser
  browser.serve(redirectUri, () => Response.json(body, init))
  return { browser, server: createRedirectServer(createSend(ports), ports.clock.now) }
}

describe('the exchange', () => {
  it.each(originalUris)('%s: %s %j, %s (C5)', async (_id, decision, originalUri) => {
    const { server } = scene({ redirectToken: 'token', originalUri, targetUri })
    const outcome = server.exchange(redirectUri, 'id', 'state').then(
      (redirect) => redirect.originalUri.href,
      (error: Error) => error.message,
    )
    expect(await outcome).toBe(decision === 'accept' ? originalUri : 'Invalid response')
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
  ])('refuses the answer %j (B5)', async (body) => {
    const { server } = scene(body)
    await expect(server.exchange(redirectUri, 'id', 'state')).rejects.toMatchObject({
      code: 'unknown',
      message: 'Invalid response',
      refusal: 'invalid-response',
    })
  })

  it('is remembered five minutes, a failure not at all (H2)', async () => {
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
  it.each([
    {},
    { originalUri },
    { originalUri, tenantIds: 'acme' },
    { originalUri, tenantIds: [7] },
    { originalUri: 'javascript:alert(1)', tenantIds: [] },
    { tenantIds: [] },
  ])('refuses the answer %j', async (body) => {
    const { server } = scene(body)
    await expect(server.sessionInfo(redirectUri, 'state')).rejects.toThrow('Invalid response')
  })
})

describe('the cookie call', () => {
  it.each([
    ['XsrfNonceCheckIsNeeded', true],
    ['', false],
    ['XsrfNonceCheckIsNeeded, says this page', false],
  ])('answered with %j needs a nonce check: %s (F7)', async (text, isNeeded) => {
    const { browser, server } = scene({})
    browser.serve(targetUri, () => new Response(text))
    expect(await server.setCookie(targetUri, 'token')).toBe(isNeeded)
  })

  it.each([401, 405])('answered with %i fails (IAP-05)', async (status) => {
    const { browser, server } = scene({})
    browser.serve(targetUri, () => new Response('', { status }))
    await expect(server.setCookie(targetUri, 'token')).rejects.toMatchObject({
      httpErrorCode: status,
    })
  })
})
