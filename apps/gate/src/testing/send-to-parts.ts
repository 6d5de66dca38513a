import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { decide } from '../decide.ts'
import type { GateParts } from '../gate-parts.ts'
import { upstreamHeaders } from '../proxy/header-rules.ts'
import { pathOf } from '../request/request-head.ts'
import type { Answer, Send } from './test-browser.ts'

/** Sends a request to the gate's decisions, without a socket. A forwarded request is returned as JSON. */
export function sendToParts(siteOf: GateParts['siteOf']): Send {
  return async (url, { method, headers, body }) => {
    const rawHeaders = Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().flatMap((value) => [name, value]),
    )
    if (body !== undefined && headers['content-length'] === undefined)
      rawHeaders.push('content-length', String(Buffer.byteLength(body)))
    const request = Object.assign(Readable.from([Buffer.from(body ?? '')]), {
      method,
      url,
      httpVersion: '1.1',
      headers: read(rawHeaders),
      rawHeaders,
      socket: { remoteAddress: '127.0.0.1' },
    })
    const parts = siteOf(request)
    const decision = await decide(request, parts)
    if (decision.kind === 'answer') {
      const lines = Object.entries(decision.headers)
      const text = method === 'HEAD' ? '' : decision.body
      return { status: decision.status, headers: asReceived(lines), text }
    }
    const identity = decision.session ? await parts.identify(decision.session, pathOf(request)) : []
    const { settings, jar } = parts.signIn
    const sent = upstreamHeaders(request, identity, {
      ...settings,
      jar,
      claimHeaderNames: () => parts.signIn.access.headerNames(),
    })
    const echo = { method, url, headers: read(sent), rawHeaders: sent, body: body ?? '' }
    return { status: 200, headers: {}, text: JSON.stringify(echo) }
  }
}

/** The headers as Node has them on a server: names in lower case, duplicates joined. */
function read(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? ''
    const before = headers[name]
    const separator = name === 'cookie' ? '; ' : ', '
    headers[name] = before === undefined ? `${raw[index + 1]}` : before + separator + raw[index + 1]
  }
  return headers
}

function asReceived(lines: [name: string, value: string | readonly string[]][]): Answer['headers'] {
  const headers: IncomingHttpHeaders = {}
  for (const [name, value] of lines) {
    if (name === 'set-cookie') headers['set-cookie'] = [value].flat()
    else headers[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return headers
}
