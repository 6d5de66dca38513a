import type { IncomingMessage } from 'node:http'

const patienceMilliseconds = 10_000

/**
 * Reads and discards the rest of an unused body. If the gate closed the connection instead, it would be reset, and the
 * client would lose the response.
 */
export function drainBody(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return
  const timer = setTimeout(() => req.destroy(), patienceMilliseconds).unref()
  req.on('close', () => clearTimeout(timer))
  req.unpipe()
  req.resume()
}
