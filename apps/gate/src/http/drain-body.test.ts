import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drainBody } from './drain-body.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A request whose body is still arriving, and is being read by somebody. */
function openRequest(isComplete = false) {
  const reader = new PassThrough()
  const body = new PassThrough()
  body.pipe(reader)
  const req = Object.assign(body, { complete: isComplete }) as unknown as IncomingMessage
  return { req, body, reader }
}

it('the rest of an unused body is read and discarded', async () => {
  const { req, body, reader } = openRequest()
  drainBody(req)
  // More than a stream keeps without a reader.
  for (let count = 0; count < 10; count += 1) body.write(Buffer.alloc(100_000))
  body.end()
  await vi.waitFor(() => expect(body.readableEnded).toBe(true))
  expect(reader.readableLength).toBe(0)
})

it('a client that stops in its body is disconnected after ten seconds', () => {
  const { req, body } = openRequest()
  drainBody(req)
  vi.advanceTimersByTime(9_999)
  expect(body.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(body.destroyed).toBe(true)
})

it('once a request is closed, nothing waits for it', async () => {
  const { req, body } = openRequest()
  drainBody(req)
  expect(vi.getTimerCount()).toBe(1)
  body.destroy()
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
})

it.each(['complete', 'closed'])('a request that is %s is left alone', (state) => {
  const { req, body } = openRequest(state === 'complete')
  if (state === 'closed') body.destroy()
  drainBody(req)
  expect(vi.getTimerCount()).toBe(0)
})
