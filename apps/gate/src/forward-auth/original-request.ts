import type { IncomingHttpHeaders } from 'node:http'
import { listedNames } from '@foyer/contract/header-text'
import type { RequestHead } from '../request/request-head.ts'

/** Headers by which a reverse proxy describes the request that it asks about. */
const descriptions = ['x-forwarded-method', 'x-forwarded-host', 'x-forwarded-uri'] as const

/** Of the question's own connection and body. */
const ofTheQuestion = ['connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect']

/**
 * The request that a reverse proxy asks about. `undefined` unless its method, host and URI are each there exactly once:
 * of two, the proxy could have added one to what a client sent.
 */
export function originalRequest({ headers, rawHeaders }: RequestHead): RequestHead | undefined {
  const [method, host, url] = descriptions.map((name) => onlyOne(name, rawHeaders))
  if (method === undefined || host === undefined || url === undefined) return undefined
  // With CONNECT, the target is no path.
  if (!/^[A-Z-]+$/.test(method) || method === 'CONNECT') return undefined
  const own: IncomingHttpHeaders = { ...headers, host }
  for (const name of [...descriptions, ...ofTheQuestion]) delete own[name]
  return { method, url, httpVersion: '1.1', headers: own, rawHeaders: ['host', host] }
}

/** Whether the client wants to open a WebSocket. A proxy may have removed `Upgrade`, and a page cannot omit the key. */
export function opensWebSocket({ headers }: RequestHead): boolean {
  return (
    headers['sec-websocket-key'] !== undefined || listedNames(headers.upgrade).includes('websocket')
  )
}

function onlyOne(lowerCaseName: string, rawHeaders: readonly string[]): string | undefined {
  const values = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === lowerCaseName,
  )
  return values.length === 1 ? values[0] : undefined
}
