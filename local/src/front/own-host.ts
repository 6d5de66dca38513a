import type { IncomingMessage } from 'node:http'

/** Whether the request's `Host` is one of the names of loopback with this port. */
export function isOwnHost(
  { headers }: Pick<IncomingMessage, 'headers'>,
  port: number | undefined,
): boolean {
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`)
  return headers.host !== undefined && hosts.includes(headers.host)
}
