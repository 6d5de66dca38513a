import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Stops a server: in-flight requests finish, no other begins, and connections close as soon as they are idle. */
export interface Drain {
  /** Once true, no request may begin. It gets no response, so that a load balancer may retry it on another gate. */
  isStopping(): boolean
  /** Call it for each request that begins. */
  track(req: IncomingMessage, res: ServerResponse): void
  /** Resolves when the last connection is closed. What is open after `graceMilliseconds` is closed by force. */
  stop(graceMilliseconds: number): Promise<void>
}

/**
 * `server.close()` alone does not close connections that have not sent a request yet, and it still answers requests on
 * busy connections. A client that keeps sending would keep the process running until it is killed. So the gate tracks
 * the requests of each connection.
 */
export function createDrain(server: Server): Drain {
  /** Includes WebSockets. They have no response in flight, so they are closed at once. */
  const inFlight = new Map<Socket, Set<ServerResponse>>()
  let stopped: Promise<void> | undefined

  server.on('connection', (socket: Socket) => {
    if (stopped) socket.destroy()
    // Emitted again if the server parses a request a second time.
    if (inFlight.has(socket)) return
    inFlight.set(socket, new Set())
    socket.on('close', () => inFlight.delete(socket))
  })

  async function closeAll(graceMilliseconds: number) {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const [socket, responses] of inFlight) {
      // Becomes `Connection: close`, unless the head was already sent.
      for (const response of responses) response.shouldKeepAlive = false
      if (responses.size === 0) socket.destroy()
    }
    const timer = setTimeout(() => {
      for (const socket of inFlight.keys()) socket.destroy()
    }, graceMilliseconds)
    await closed
    clearTimeout(timer)
  }

  return {
    isStopping: () => stopped !== undefined,
    track({ socket }, res) {
      const responses = inFlight.get(socket)
      responses?.add(res)
      res.on('close', () => {
        responses?.delete(res)
        if (stopped && responses?.size === 0) socket.destroy()
      })
    },
    stop: (graceMilliseconds) => (stopped ??= closeAll(graceMilliseconds)),
  }
}
