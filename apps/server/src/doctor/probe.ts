import http from 'node:http'
import https from 'node:https'
import { errorCodeOf, isCertificateError } from '@foyer/node/system-error'

const timeoutMs = 8_000
const mostBytes = 262_144

/** Sends one GET request. Returns the response or the reason of the failure; never throws. */
export type Probe =
  | { answered: true; status: number; headers: http.IncomingHttpHeaders; body: unknown; at: number }
  | { answered: false; reason: string }

/**
 * Not `fetch`, because it always sets its own `Sec-Fetch-Mode`, and a gate recognises a browser's navigation
 * by that header.
 */
export async function probe(
  url: string | URL,
  headers: Record<string, string> = {},
): Promise<Probe> {
  const startedAt = Date.now()
  try {
    const { status, headers: answered, text } = await get(new URL(url), headers)
    // The response's `Date` is compared with the middle of the round trip.
    const at = (startedAt + Date.now()) / 2
    return { answered: true, status, headers: answered, body: parse(text), at }
  } catch (error) {
    return { answered: false, reason: reasonOf(error) }
  }
}

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

function get(url: URL, headers: Record<string, string>): Promise<Answer> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const sent = request(url, { headers, signal, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
        if (text.length > mostBytes) answer.destroy()
      })
      answer.on('error', reject)
      answer.on('close', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Only the system's error code, such as ENOTFOUND: a message may contain a URL with a key in it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'AbortError') return `no answer within ${timeoutMs / 1000} seconds`
  return errorCodeOf(error) || 'no answer'
}

/**
 * Explains why a server cannot be reached and what to do: `usual`, unless the certificate is the cause. That
 * happens with a private certificate authority, or with a proxy that inspects TLS.
 */
export function unreachable(code: string, usual = ''): string {
  return isCertificateError(code)
    ? `cannot be reached (${code}): its certificate is not trusted here. If a private authority issued it, set NODE_EXTRA_CA_CERTS to the authority's certificate, for the server too`
    : `cannot be reached (${code})${usual && `: ${usual}`}`
}

export function fieldOf(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Record<string, unknown>)[name]
        : undefined,
    value,
  )
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
