import type { IncomingMessage } from 'node:http'

const patienceMilliseconds = 10_000

/**
 * Reads and discards the rest of a body that is not used. Closing the connection instead would
 * reset the connection, and the client would lose the answer it has been sent.
 */
export function drainBody(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return
  const timer = setTimeout(() => req.destroy(), patienceMilliseconds).unref()
  req.on('close', () => clearTimeout(timer))
  req.unpipe()
  req.resume()
}
