import type { ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** True from the signal to stop until the end. Until the server closes, it still serves requests. */
export interface Draining {
  hasBegun: boolean
}

/**
 * Lets `app.close()` resolve as soon as the last response has ended. In-flight responses get `Connection:
 * close`, so that clients send no further request on the connection. Connections without a request are closed
 * at once: Node closes only those that have served a request, and would wait for connections that a browser
 * opened in advance or that become idle later. After `timeoutMs`, all remaining connections are closed, for
 * example one whose request body never arrives. Otherwise one client could keep the process running. While it
 * only drains, each response closes its connection, so that the next request goes to another instance.
 */
export function endConnectionsOnClose(
  app: FastifyInstance,
  timeoutMs: number,
  draining: Draining = { hasBegun: false },
) {
  const { server } = app
  const inFlight = new Map<Socket, Set<ServerResponse>>()
  let isClosing = false

  server.on('connection', (socket: Socket) => {
    inFlight.set(socket, new Set())
    socket.once('close', () => inFlight.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    const responses = inFlight.get(socket)
    if (isClosing || draining.hasBegun) response.shouldKeepAlive = false
    responses?.add(response)
    response.once('close', () => {
      responses?.delete(response)
      // The header may have been sent before the server began to close, without `Connection: close`.
      if (isClosing && responses?.size === 0) socket.end()
    })
  })

  app.addHook('preClose', async () => {
    isClosing = true
    for (const [socket, responses] of inFlight) {
      if (responses.size === 0) socket.destroy()
      for (const response of responses) response.shouldKeepAlive = false
    }
    const timer = setTimeout(() => {
      if (inFlight.size > 0) app.log.warn({ requests: inFlight.size }, 'requests were cut off')
      for (const socket of inFlight.keys()) socket.destroy()
    }, timeoutMs).unref()
    server.once('close', () => clearTimeout(timer))
  })
}

/**
 * Accepts no more connections. `http.Server.close` would also close the idle ones, on which a request may be on its way,
 * and Fastify would answer such a request with 503.
 */
export function stopListening({ server }: FastifyInstance): void {
  NetServer.prototype.close.call(server)
}
