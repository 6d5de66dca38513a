import { expect, it } from 'vitest'
import { createSend } from './http.ts'
import { MemoryBrowser } from '../testing/memory-browser.ts'

const url = 'https://gate.example.com/exchange'

function scene() {
  const browser = new MemoryBrowser('https://login.example.com/')
  return { browser, send: () => createSend(browser.runtime)({ method: 'GET', url }) }
}

it('a response is read as JSON if its content type is JSON, and as text otherwise', async () => {
  const { browser, send } = scene()
  browser.serve(url, () => Response.json({ a: 1 }))
  expect(await send()).toEqual({ ok: true, status: 200, body: { a: 1 } })
  browser.serve(url, () => new Response('{"a":1}', { status: 404 }))
  expect(await send()).toEqual({ ok: false, status: 404, body: '{"a":1}' })
})

it('a response with invalid JSON has no body', async () => {
  const { browser, send } = scene()
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  browser.serve(url, () => new Response('<html>', { headers }))
  expect(await send()).toEqual({ ok: true, status: 200, body: undefined })
})

it.each([
  [false, 30_000, 'H1a'],
  [true, 60_000, 'H1b'],
])('a request (on a mobile browser: %s) is aborted after %i ms (%s)', async (isMobile, limit) => {
  const { browser, send } = scene()
  browser.isMobile = isMobile
  browser.serve(url, () => new Promise(() => {}))
  const outcome = send().catch((error: unknown) => error)
  browser.wait(limit)
  expect(await outcome).toMatchObject({
    code: 'deadline-exceeded',
    message: `Error while making request: timeout of ${limit}ms exceeded`,
  })
})

it('a request is not aborted before its time limit', async () => {
  const { browser, send } = scene()
  let answer = (_response: Response) => {}
  browser.serve(url, () => new Promise((resolve) => (answer = resolve)))
  const sent = send()
  browser.wait(29_999)
  answer(new Response('late'))
  expect(await sent).toMatchObject({ body: 'late' })
  expect(browser.pendingTimers).toBe(0)
})

it('a request without a network connection fails with a code for it', async () => {
  const { send } = scene()
  await expect(send()).rejects.toMatchObject({
    code: 'auth/network-request-failed',
    message: 'The request could not be sent, or its answer did not arrive.',
    reason: new TypeError('Failed to fetch'),
  })
})

it('a request is sent with CORS, so its response can be read', async () => {
  const { browser } = scene()
  const modes: unknown[] = []
  const fetch = async (_url: string, { mode }: RequestInit) => {
    modes.push(mode)
    return new Response('')
  }
  await createSend({ ...browser.runtime, fetch })({ method: 'GET', url })
  expect(modes).toEqual(['cors'])
})
