import type { GateErrorCode } from '../errors/gate-error.ts'
import { urlOf, type RequestHead } from './request-head.ts'

interface RequestRules {
  publicUrl: URL
  /** Whether a path may have `%2F`. Servers differ in whether it separates segments. */
  passesEncodedSlashes: boolean
}

/**
 * Finds the rule that a request breaks. The rules refuse what an application might parse differently from the gate. A
 * request is never repaired, because nobody sent the repaired request.
 */
export function findBrokenRule(
  request: RequestHead,
  { publicUrl, passesEncodedSlashes }: RequestRules,
): GateErrorCode | undefined {
  const { headers, rawHeaders } = request
  if (!['1.0', '1.1'].includes(request.httpVersion)) return 'http-version'
  if (countOf('host', rawHeaders) !== 1) return 'host-header'
  if (!isOrdinaryTarget(urlOf(request), passesEncodedSlashes)) return 'request-target'
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 'transfer-encoding'
  if (request.method === 'TRACE') return 'trace-method'
  if (!isPublicHost(headers.host ?? '', publicUrl)) return 'unknown-host'
  return undefined
}

/** Counts a header in the raw headers. Node keeps only the first of several and does not report the others. */
function countOf(lowerCaseName: string, rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === lowerCaseName) count += 1
  }
  return count
}

/**
 * Whether every server reads a path alike: origin form, no encoded separators or control characters, no dot segments.
 * If encoded slashes are allowed, decoding them gives no dot segments either.
 */
function isOrdinaryTarget(target: string, passesEncodedSlashes: boolean): boolean {
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(target) || /[\\#]/.test(target)) return false
  const [path = ''] = target.split('?', 1)
  if (/%(?:5c|[01][0-9a-f]|7f)/i.test(path)) return false
  if (!passesEncodedSlashes && /%2f/i.test(path)) return false
  const decoded = path.replaceAll(/%2e/gi, '.').replaceAll(/%2f/gi, '/')
  return !/\/\.{1,2}(?:;[^/]*)?(?:\/|$)/.test(decoded)
}

export function isPublicHost(host: string, { hostname, port, protocol }: URL): boolean {
  const given = host.toLowerCase()
  if (port !== '') return given === `${hostname}:${port}`
  return given === hostname || given === `${hostname}:${protocol === 'https:' ? 443 : 80}`
}
