import type { GateErrorCode } from '../errors/gate-error.ts'
import { urlOf, type RequestHead } from './request-head.ts'

interface RequestRules {
  publicUrl: URL
  /** Whether `%2F` may stand in a path: servers differ in whether it separates segments. */
  passesEncodedSlashes: boolean
}

/**
 * Rules for what an application might read differently from the gate. Such a request is refused, not repaired:
 * a repaired request is one that nobody sent.
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

/** Node keeps the first of several headers and says nothing of the others. */
function countOf(lowerCaseName: string, rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === lowerCaseName) count += 1
  }
  return count
}

/**
 * A path that every server reads alike: origin form, no encoded separators or control characters, no dot
 * segments. Where encoded slashes may pass, a server that decodes them finds no dot segment either.
 */
function isOrdinaryTarget(target: string, passesEncodedSlashes: boolean): boolean {
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(target) || /[\\#]/.test(target)) return false
  const [path = ''] = target.split('?', 1)
  if (/%(?:5c|[01][0-9a-f]|7f)/i.test(path)) return false
  if (!passesEncodedSlashes && /%2f/i.test(path)) return false
  const decoded = path.replaceAll(/%2e/gi, '.').replaceAll(/%2f/gi, '/')
  return !/\/\.{1,2}(?:;[^/]*)?(?:\/|$)/.test(decoded)
}

function isPublicHost(host: string, { hostname, port, protocol }: URL): boolean {
  const given = host.toLowerCase()
  if (port !== '') return given === `${hostname}:${port}`
  return given === hostname || given === `${hostname}:${protocol === 'https:' ? 443 : 80}`
}
