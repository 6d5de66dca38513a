import type { IncomingMessage } from 'node:http'

/** Whether the request was meant for this machine, by any of the names that only this machine has. */
export function isOwnHost(
  { headers }: Pick<IncomingMessage, 'headers'>,
  port: number | undefined,
): boolean {
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`)
  return headers.host !== undefined && hosts.includes(headers.host)
}
