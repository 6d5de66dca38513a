import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDrain } from './drain.ts'

// The order of events on one connection, which a real client cannot choose.

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that does not listen, and gets connections from the test. */
function openServer() {
  const server = new NetServer()
  const drain = createDrain(server as Server, () => false)
  const open = () => {
    const socket = Object.assign(new EventEmitter(), { destroy: vi.fn<() => void>() })
    server.emit('connection', socket)
    return socket
  }
  const begin = (socket: EventEmitter) => {
    const res = Object.assign(new EventEmitter(), { shouldKeepAlive: true })
    drain.track({ socket } as unknown as IncomingMessage, res as unknown as ServerResponse)
    return res
  }
  return { server, drain, open, begin }
}

it('a connection that arrives after the gate has stopped is closed at once', () => {
  const { drain, open } = openServer()
  void drain.stop(1000)
  expect(open().destroy).toHaveBeenCalled()
})

it('a connection whose request is parsed a second time keeps its responses in flight', () => {
  const { server, drain, open, begin } = openServer()
  const socket = open()
  begin(socket)
  server.emit('connection', socket)
  void drain.stop(1000)
  expect(socket.destroy).not.toHaveBeenCalled()
})

it('a connection is closed after its last response, and not after one of several', () => {
  const { drain, open, begin } = openServer()
  const socket = open()
  const [first, second] = [begin(socket), begin(socket)]
  void drain.stop(1000)
  first.emit('close')
  expect(socket.destroy).not.toHaveBeenCalled()
  second.emit('close')
  expect(socket.destroy).toHaveBeenCalledTimes(1)
})

it('a connection that has closed is forgotten, also for requests that are reported later', () => {
  const { drain, open, begin } = openServer()
  const socket = open()
  socket.emit('close')
  begin(socket).emit('close')
  void drain.stop(1000)
  expect(socket.destroy).not.toHaveBeenCalled()
})

it('once the gate has stopped, nothing waits for the grace period', async () => {
  const { drain } = openServer()
  await drain.stop(1000)
  expect(vi.getTimerCount()).toBe(0)
})
