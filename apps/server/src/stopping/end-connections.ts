import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets `app.close()` end as soon as the last response is out. In-flight responses say `Connection: close`,
 * so that no client sends another request behind them. Connections without a request end at once: Node
 * closes those that have served one, and waits for those that a browser opened ahead of time and for those
 * that become idle later. What has no response by then, such as a request whose body never comes, is cut
 * off after `patience` milliseconds: otherwise one client could keep the process from ending.
 */
export function endConnectionsOnClose(app: FastifyInstance, patience: number) {
  const { server } = app
  const inFlight = new Map<Socket, Set<ServerResponse>>()
  let isClosing = false

  server.on('connection', (socket: Socket) => {
    inFlight.set(socket, new Set())
    socket.once('close', () => inFlight.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    const responses = inFlight.get(socket)
    if (isClosing) response.shouldKeepAlive = false
    responses?.add(response)
    response.once('close', () => {
      responses?.delete(response)
      // Its header may have been sent before the closing began, with a promise to keep the connection.
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
    }, patience).unref()
    server.once('close', () => clearTimeout(timer))
  })
}
