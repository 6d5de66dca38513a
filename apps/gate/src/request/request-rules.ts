import type { IncomingMessage } from 'node:http'

/** Why a request goes no further, whoever sends it. */
export interface BrokenRule {
  status: 400 | 405 | 421
  rule: 'host' | 'method' | 'target' | 'header-name' | 'transfer-encoding'
}

/**
 * Rules for what an upstream might read differently from the gate. Refused, not repaired:
 * a repaired request is one that nobody sent.
 */
export function findBrokenRule(req: IncomingMessage, publicUrl: URL): BrokenRule | undefined {
  const names = req.rawHeaders.filter((_, index) => index % 2 === 0)
  const hosts = names.filter((name) => name.toLowerCase() === 'host')
  if (hosts.length !== 1) return { status: 400, rule: 'host' }
  // Upstreams of the CGI family read `_` and `.` as `-`: x_goog_… would become our header.
  if (!names.every((name) => /^[A-Za-z0-9-]+$/.test(name)))
    return { status: 400, rule: 'header-name' }
  if (!isOrdinaryTarget(req.url ?? '')) return { status: 400, rule: 'target' }
  if ((req.headers['transfer-encoding']?.toLowerCase() ?? 'chunked') !== 'chunked') {
    return { status: 400, rule: 'transfer-encoding' }
  }
  if (req.method === 'TRACE') return { status: 405, rule: 'method' }
  if (!isPublicHost(req.headers.host ?? '', publicUrl)) return { status: 421, rule: 'host' }
  return undefined
}

/** A path that every server reads alike: origin form, no encoded separators, no dot segments. */
function isOrdinaryTarget(target: string): boolean {
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(target) || /[\\#]/.test(target)) return false
  const [path = ''] = target.split('?', 1)
  if (/%(?:2f|5c)/i.test(path)) return false
  const segments = path.replaceAll(/%2e/gi, '.').split('/')
  return !segments.some((segment) => /^\.{1,2}(?:;.*)?$/.test(segment))
}

function isPublicHost(host: string, { hostname, port, protocol }: URL): boolean {
  const given = host.toLowerCase()
  if (port !== '') return given === `${hostname}:${port}`
  return given === hostname || given === `${hostname}:${protocol === 'https:' ? 443 : 80}`
}

export const pathOf = (req: IncomingMessage): string => req.url?.split('?', 1)[0] ?? ''
