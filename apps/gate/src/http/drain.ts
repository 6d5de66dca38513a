import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Stops a server: requests in flight finish, no other begins, and nothing stays open for them. */
export interface Drain {
  /** From then on no request may begin. It is left without an answer: so it is safe to send elsewhere. */
  isStopping(): boolean
  /** To be told of each request that begins. */
  track(req: IncomingMessage, res: ServerResponse): void
  /** Resolves when the last connection is closed, which after `graceMilliseconds` is done by force. */
  stop(graceMilliseconds: number): Promise<void>
}

/**
 * `server.close()` alone leaves open what has yet to send its first request, and answers whatever else
 * comes over a connection that is busy at that moment: clients that keep sending would hold the
 * process until it is killed.
 */
export function createDrain(server: Server): Drain {
  /** WebSockets are among them, without a response in flight, so that they are closed at once. */
  const inFlight = new Map<Socket, Set<ServerResponse>>()
  let stopped: Promise<void> | undefined

  server.on('connection', (socket: Socket) => {
    if (stopped) socket.destroy()
    // Told again when the server reads a request on it once more.
    if (inFlight.has(socket)) return
    inFlight.set(socket, new Set())
    socket.on('close', () => inFlight.delete(socket))
  })

  async function closeAll(graceMilliseconds: number) {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const [socket, responses] of inFlight) {
      // Becomes `Connection: close`, unless the head has been sent already.
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
