import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/**
 * Stops a server in two steps. First the load balancer is told: requests are still served, but each response closes its
 * connection. Then in-flight requests finish, no other begins, and connections close as soon as they are idle.
 */
export interface Drain {
  /** The first step. From now on, each response has `Connection: close`. */
  begin(): void
  hasBegun(): boolean
  /**
   * Accepts no more connections. A request on an open connection is still served: a load balancer may have opened it for
   * a request that is on its way, and does not repeat a POST.
   */
  stopListening(): void
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
export function createDrain(
  server: Server,
  /** Whether it is a WebSocket that is being ended in order. */
  isEnding: (socket: object) => boolean,
): Drain {
  const inFlight = new Map<Socket, Set<ServerResponse>>()
  let hasBegun = false
  let stopped: Promise<void> | undefined
  let closed: Promise<void> | undefined

  /** `http.Server.close` would also close the idle connections. Resolves when the last connection is closed. */
  const closeListener = () =>
    (closed ??= new Promise((resolve) => {
      NetServer.prototype.close.call(server, () => resolve())
    }))

  function begin() {
    hasBegun = true
    for (const responses of inFlight.values()) {
      // Becomes `Connection: close`, unless the head was already sent.
      for (const response of responses) response.shouldKeepAlive = false
    }
  }

  server.on('connection', (socket: Socket) => {
    if (stopped) socket.destroy()
    // Emitted again if the server parses a request a second time.
    if (inFlight.has(socket)) return
    inFlight.set(socket, new Set())
    socket.on('close', () => inFlight.delete(socket))
  })

  async function closeAll(graceMilliseconds: number) {
    const lastClosed = closeListener()
    begin()
    for (const [socket, responses] of inFlight) {
      if (responses.size === 0 && !isEnding(socket)) socket.destroy()
    }
    const timer = setTimeout(() => {
      for (const socket of inFlight.keys()) socket.destroy()
    }, graceMilliseconds)
    await lastClosed
    clearTimeout(timer)
  }

  return {
    begin,
    hasBegun: () => hasBegun,
    stopListening() {
      begin()
      void closeListener()
    },
    isStopping: () => stopped !== undefined,
    track({ socket }, res) {
      const responses = inFlight.get(socket)
      responses?.add(res)
      if (hasBegun) res.shouldKeepAlive = false
      res.on('close', () => {
        responses?.delete(res)
        if (stopped && responses?.size === 0) socket.destroy()
      })
    },
    stop: (graceMilliseconds) => (stopped ??= closeAll(graceMilliseconds)),
  }
}
