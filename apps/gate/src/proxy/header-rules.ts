import type { Socket } from 'node:net'
import { listedNames, readSetCookie, type HeaderValue } from '@foyer/contract/header-text'
import { canonicalIpAddress, clientIpAddress, type NetworkList } from '@foyer/contract/networks'
import { generatedMark } from '../answer/answer.ts'
import type { IdentityHeaders } from '../assertion/assertion.ts'
import { withoutCookies, type GateCookies } from '../request/cookies.ts'
import type { RequestHead } from '../request/request-head.ts'
import { requestIdOf } from '../request/request-id.ts'
import { claimOf } from './untrusted-names.ts'

/** Header names and values in turn, as in Node's `rawHeaders`. Order and duplicates are kept. */
type RawHeaders = string[]

/** Headers for one connection only (RFC 9110, 7.6.1), and the framing, which each connection has its own. */
const hopByHop = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Headers that the gate sets for the application, whatever the client sent. */
const replaced = ['host', 'cookie', 'forwarded', 'x-forwarded', 'x-real-ip', 'x-request-id']
const replacedFamilies = /^x-(?:goog|forwarded)-/

const neverPassedOn = new Set([...hopByHop, ...replaced])

/** CGI applications read `_` and `.` as `-`, so a client's x_goog_… would become our header. */
const ordinaryName = /^[A-Za-z0-9-]+$/

export interface HeaderDeps {
  jar: GateCookies
  publicUrl: URL
  trustedProxies: NetworkList
  /** Names, in lower case, of headers that are forwarded although a client could claim something by them. */
  passedHeaders: ReadonlySet<string>
  /** Names of the headers that the access policy makes of claims. Only the gate sends them. */
  claimHeaderNames: () => ReadonlySet<string>
}

/** A request, with the IP address of its peer. */
export type RequestFrom = RequestHead & { socket: Pick<Socket, 'remoteAddress'> }

/**
 * The headers that the application gets. The gate's own come last and cannot be overridden. The framing of the body is
 * not included, because only the code that sends the body knows it.
 */
export function upstreamHeaders(
  req: RequestFrom,
  identity: IdentityHeaders,
  { jar, publicUrl, trustedProxies, passedHeaders, claimHeaderNames }: HeaderDeps,
): RawHeaders {
  const peer = peerOf(req.socket, trustedProxies)
  const nominated = nominatedBy(req.headers.connection)
  const ofClaims = claimHeaderNames()
  const mayClaim = (name: string) => {
    const claim = claimOf(name)
    if (!claim) return true
    return passedHeaders.has(name) && (claim !== 'origin' || peer.isTrusted)
  }
  const kept = keepHeaders(
    req.rawHeaders,
    (name) =>
      ordinaryName.test(name) &&
      !neverPassedOn.has(name) &&
      !replacedFamilies.test(name) &&
      !nominated.has(name) &&
      !ofClaims.has(name) &&
      mayClaim(name),
  )
  const headers = ['host', publicUrl.host, ...kept]
  const cookie = withoutCookies(req.headers.cookie, jar.isGateCookie)
  if (cookie !== undefined) headers.push('cookie', cookie)
  const before = peer.isTrusted ? req.headers['x-forwarded-for'] : undefined
  const forwardedFor = before === undefined ? peer.address : `${before.toString()}, ${peer.address}`
  headers.push('x-forwarded-for', forwardedFor)
  headers.push('x-real-ip', clientOf(peer, before, trustedProxies))
  headers.push('x-forwarded-host', publicUrl.host)
  headers.push('x-forwarded-proto', publicUrl.protocol.slice(0, -1))
  headers.push('x-request-id', requestIdOf(req))
  headers.push(...identity)
  return headers
}

/** Parsing IP addresses costs as much as everything else here, and most requests have none to parse. */
function clientOf(peer: Peer, before: HeaderValue, trustedProxies: NetworkList): string {
  if (before === undefined) return peer.address
  return clientIpAddress(peer.address, before, trustedProxies) ?? peer.address
}

/** The status and headers of a response. */
export interface AnswerHead {
  statusCode?: number | undefined
  headers: { connection?: string | string[] | undefined }
  rawHeaders: readonly string[]
}

/** The application's headers that the client gets. */
export function downstreamHeaders(response: AnswerHead, jar: GateCookies): RawHeaders {
  const nominated = nominatedBy(response.headers.connection)
  const { statusCode } = response
  // RFC 9110, 8.6 and 15.3.6: these responses have no body. With a length, a client would take the next response for
  // it.
  const mayStateLength = statusCode !== 101 && statusCode !== 204 && statusCode !== 205
  const kept = keepHeaders(response.rawHeaders, (name, value) => {
    if (name === 'content-length') return mayStateLength
    if (name === 'set-cookie') return !setsOneOf(jar, value)
    return !hopByHop.has(name) && !nominated.has(name) && name !== generatedMark
  })
  return statusCode === 205 ? ['content-length', '0', ...kept] : kept
}

/** The trailers that the client gets. A trailer must neither frame a body nor set a cookie. */
export function downstreamTrailers(rawTrailers: readonly string[]): Pair[] {
  const kept = keepHeaders(
    rawTrailers,
    (name) => !hopByHop.has(name) && name !== 'set-cookie' && name !== generatedMark,
  )
  return Array.from({ length: kept.length / 2 }, (_, index) => {
    return [kept[index * 2] ?? '', kept[index * 2 + 1] ?? '']
  })
}

type Pair = [name: string, value: string]
type IsKept = (lowerCaseName: string, value: string) => boolean

function keepHeaders(raw: readonly string[], isKept: IsKept): RawHeaders {
  const kept: RawHeaders = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? ''
    const value = raw[index + 1] ?? ''
    if (isKept(name.toLowerCase(), value)) kept.push(name, value)
  }
  return kept
}

/**
 * Whether a `Set-Cookie` line sets one of the gate's cookies. Browsers send a cookie without a name as its value only,
 * and that may look like one of ours.
 */
function setsOneOf({ isGateCookie }: GateCookies, line: string): boolean {
  const { name, value } = readSetCookie(line)
  return isGateCookie(name === '' ? readSetCookie(value).name : name)
}

const none: ReadonlySet<string> = new Set()

/** A set, because a client may list thousands of names. */
function nominatedBy(connection: string | string[] | undefined): ReadonlySet<string> {
  if (connection === undefined || connection === 'keep-alive') return none
  return new Set(listedNames(connection))
}

/** The header that frames the body of a forwarded request. A chunked body needs none, because undici adds it. */
export function bodyFraming(req: RequestHead): RawHeaders {
  if (req.headers['transfer-encoding'] !== undefined) return []
  const length = req.headers['content-length']
  if (length !== undefined) return ['content-length', length]
  const isBodyExpected = req.method === 'POST' || req.method === 'PUT' || req.method === 'PATCH'
  return isBodyExpected ? ['content-length', '0'] : []
}

export interface Peer {
  /** An IPv4 address stays one, even if the socket is IPv6. */
  address: string
  isTrusted: boolean
}

/** Computed once per connection, because its peer does not change. */
const peers = new WeakMap<RequestFrom['socket'], Peer>()

/** Who has connected, and whether the settings trust it. */
export function peerOf(socket: RequestFrom['socket'], trustedProxies: NetworkList): Peer {
  const known = peers.get(socket)
  if (known) return known
  const address = canonicalIpAddress(socket.remoteAddress?.replace(/%.*$/, '') ?? '') ?? '0.0.0.0'
  const isTrusted = trustedProxies.includes(address)
  const peer = { address, isTrusted }
  peers.set(socket, peer)
  return peer
}
