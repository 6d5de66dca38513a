import type { ServerResponse } from 'node:http'
import { EventEmitter } from 'node:events'
import type { Dispatcher } from 'undici'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createGateCookies } from '../request/cookies.ts'
import { ResponseRelay } from './response-relay.ts'

/** A response whose calls are recorded, and whose buffer can be full. */
class Recorded extends EventEmitter {
  readonly calls: unknown[][] = []
  isFull = false
  readonly record =
    (name: string) =>
    (...given: unknown[]) =>
      void this.calls.push([name, ...given])
  readonly writeHead = this.record('writeHead')
  readonly writeEarlyHints = this.record('writeEarlyHints')
  readonly flushHeaders = this.record('flushHeaders')
  readonly addTrailers = this.record('addTrailers')
  readonly end = this.record('end')
  write(chunk: Buffer) {
    this.record('write')(chunk.toString())
    return !this.isFull
  }
}

let res: Recorded
let relay: ResponseRelay
let controller: Dispatcher.DispatchController & { paused: boolean }

beforeEach(() => {
  res = new Recorded()
  const jar = createGateCookies(new URL('https://app.corp.example'))
  relay = new ResponseRelay(res as unknown as ServerResponse, jar)
  const raw = ['X-Other', 'caf\xe9', 'X-Private', 'p'].map((text) => Buffer.from(text, 'latin1'))
  controller = {
    paused: false,
    aborted: false,
    reason: null,
    rawHeaders: raw,
    rawTrailers: ['X-Checksum', 'abc'].map((text) => Buffer.from(text)),
    pause: () => (controller.paused = true),
    resume: () => (controller.paused = false),
    abort() {},
  }
})

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const names = () => res.calls.map(([name]) => name)

describe('the head', () => {
  it('has the headers byte for byte, without those of the connection to the application', () => {
    relay.begin(controller, 200, 'X-Private')
    expect(res.calls).toEqual([['writeHead', 200, ['X-Other', 'caf\xe9']]])
  })

  it('has none if the application sent none', () => {
    relay.begin({ ...controller, rawHeaders: null }, 204)
    expect(res.calls).toEqual([['writeHead', 204, []]])
  })

  it.each([199, 600, 999])('is not sent with the status %i', (status) => {
    expect(() => relay.begin(controller, status)).toThrow(RangeError)
    expect(res.calls).toEqual([])
  })

  it.each([200, 599])('is sent with the status %i', (status) => {
    relay.begin(controller, status)
    expect(res.calls[0]?.slice(0, 2)).toEqual(['writeHead', status])
  })

  it('is sent alone if no body comes with it', async () => {
    relay.begin(controller, 200)
    await nextTurn()
    expect(names()).toEqual(['writeHead', 'flushHeaders'])
  })

  it('is sent in one write with a body that comes with it, or with the end', async () => {
    relay.begin(controller, 200)
    relay.passOn(controller, Buffer.from('body'))
    await nextTurn()
    expect(names()).toEqual(['writeHead', 'write'])

    relay.begin(controller, 200)
    relay.end(controller)
    await nextTurn()
    expect(names()).not.toContain('flushHeaders')
  })
})

describe('the body', () => {
  it('is read at the pace of the client', async () => {
    res.isFull = true
    relay.passOn(controller, Buffer.from('much'))
    expect(controller.paused).toBe(true)
    res.emit('drain')
    expect(controller.paused).toBe(false)
    expect(res.listenerCount('drain')).toBe(0)
  })

  it('is read on as long as the client keeps up', () => {
    relay.passOn(controller, Buffer.from('little'))
    expect(controller.paused).toBe(false)
    expect(res.listenerCount('drain')).toBe(0)
  })

  it('ends with the trailers', () => {
    relay.end(controller)
    expect(res.calls).toEqual([['addTrailers', [['X-Checksum', 'abc']]], ['end']])
  })

  it('ends without the trailers that cannot be sent', () => {
    vi.spyOn(res, 'addTrailers').mockImplementation(() => {
      throw new TypeError('invalid character in header')
    })
    relay.end(controller)
    expect(names()).toEqual(['end'])
  })
})

it('early hints that cannot be sent are left out', async () => {
  vi.spyOn(res, 'writeEarlyHints').mockImplementation(() => {
    throw new TypeError('invalid link')
  })
  expect(() => relay.passHints('<x>')).not.toThrow()
})
