import type { IncomingMessage } from 'node:http'

interface RequestRules {
  publicUrl: URL
  /** Whether `%2F` may stand in a path: servers differ in whether it separates segments. */
  passesEncodedSlashes: boolean
}

/** Why a request goes no further, whoever sends it. */
export interface BrokenRule {
  status: 400 | 405 | 421 | 505
  rule: 'version' | 'host' | 'method' | 'target' | 'transfer-encoding'
}

/**
 * Rules for what an upstream might read differently from the gate. Refused, not repaired:
 * a repaired request is one that nobody sent.
 */
export function findBrokenRule(
  req: IncomingMessage,
  { publicUrl, passesEncodedSlashes }: RequestRules,
): BrokenRule | undefined {
  if (!['1.0', '1.1'].includes(req.httpVersion)) return { status: 505, rule: 'version' }
  const names = req.rawHeaders.filter((_, index) => index % 2 === 0)
  const hosts = names.filter((name) => name.toLowerCase() === 'host')
  if (hosts.length !== 1) return { status: 400, rule: 'host' }
  if (!isOrdinaryTarget(req.url ?? '', passesEncodedSlashes)) return { status: 400, rule: 'target' }
  if ((req.headers['transfer-encoding']?.toLowerCase() ?? 'chunked') !== 'chunked') {
    return { status: 400, rule: 'transfer-encoding' }
  }
  if (req.method === 'TRACE') return { status: 405, rule: 'method' }
  if (!isPublicHost(req.headers.host ?? '', publicUrl)) return { status: 421, rule: 'host' }
  return undefined
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
  const segments = path.replaceAll(/%2e/gi, '.').replaceAll(/%2f/gi, '/').split('/')
  return !segments.some((segment) => /^\.{1,2}(?:;.*)?$/.test(segment))
}

function isPublicHost(host: string, { hostname, port, protocol }: URL): boolean {
  const given = host.toLowerCase()
  if (port !== '') return given === `${hostname}:${port}`
  return given === hostname || given === `${hostname}:${protocol === 'https:' ? 443 : 80}`
}

export const pathOf = (req: IncomingMessage): string => req.url?.split('?', 1)[0] ?? ''
