import { channel } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createContinueGuard, type ContinueGuard } from './unrequested-continue.ts'

const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'
const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const limit = 100

let guard: ContinueGuard
beforeEach(() => {
  guard = createContinueGuard(limit)
})
afterEach(() => guard.close())

/** A connection from which these chunks are read, and the announcement that a request is sent on it. */
function connection(...chunks: string[]) {
  const waiting = chunks.map((chunk) => Buffer.from(chunk, 'latin1'))
  const socket = { read: (): Buffer | null => waiting.shift() ?? null }
  guard.watch(socket as unknown as Socket)
  return {
    send: () => channel('undici:client:sendHeaders').publish({ socket }),
    receive: (...more: string[]) =>
      void waiting.push(...more.map((chunk) => Buffer.from(chunk, 'latin1'))),
    /** What one read returns. */
    read: () => socket.read()?.toString('latin1') ?? null,
    /** What all reads return together. */
    readAll: () => {
      const read: string[] = []
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
        read.push(chunk.toString('latin1'))
      }
      return read.join('')
    },
  }
}

describe('100 Continue is removed', () => {
  it.each([
    ['before the response', [goOn, answer], answer],
    ['with the response', [goOn + answer], answer],
    ['in HTTP/1.0', [goOn.replace('1.1', '1.0') + answer], answer],
    ['several times', [goOn + goOn, goOn, answer], answer],
    ['one byte at a time', (goOn + answer).split(''), answer],
    ['between early hints', [hints + goOn, hints + answer], hints + hints + answer],
  ])('%s', (_, chunks, passed) => {
    const { send, readAll } = connection(...chunks)
    send()
    expect(readAll()).toBe(passed)
  })

  it('for each request on a connection', () => {
    const { send, receive, readAll } = connection(goOn + answer)
    for (const _ of [1, 2]) {
      send()
      expect(readAll()).toBe(answer)
      receive(goOn + answer)
    }
  })

  it('and a read returns the bytes after it, never none', () => {
    const { send, read } = connection(goOn, answer)
    send()
    expect(read()).toBe(answer)
    expect(read()).toBeNull()
  })
})

describe('nothing is removed', () => {
  it('before a request was sent', () => {
    expect(connection(goOn, answer).readAll()).toBe(goOn + answer)
  })

  it.each([
    ['of the body', answer, goOn],
    [
      'of a response that only looks like an interim one',
      'HTTP/1.1 200 OK\r\nx: HTTP/1.1 100 \r\n\r\n',
      goOn,
    ],
    ['of another protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', goOn],
    ['of something that is not HTTP', 'HTTP/2.0 100 Continue\r\n\r\n', goOn],
  ])('%s', (_, first, second) => {
    const { send, readAll } = connection(first, second)
    send()
    expect(readAll()).toBe(first + second)
  })

  it('after the guard was closed', () => {
    const { send, readAll } = connection(goOn + answer)
    guard.close()
    send()
    expect(readAll()).toBe(goOn + answer)
  })

  it.each([
    [limit, ''],
    [limit + 1, 'x'],
  ])(
    'of an interim response without end, once it has more bytes than a head may have: %i',
    (_, last) => {
      const head = `HTTP/1.1 100 Continue\r\nx: ${'y'.repeat(limit - 26)}`
      expect(head).toHaveLength(limit)
      const { send, readAll } = connection(head, last)
      send()
      expect(readAll()).toBe(last === '' ? '' : head + last)
    },
  )
})
