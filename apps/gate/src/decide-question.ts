import type { Socket } from 'node:net'
import { answer, textAnswer, type Answer } from './answer/answer.ts'
import { identityNames, type IdentityHeaders } from './assertion/assertion.ts'
import { answerVerdict } from './decide.ts'
import { decideUpgrade, noteRefusal } from './decide-upgrade.ts'
import { errorEntry, type GateErrorCode } from './errors/gate-error.ts'
import type { GateParts, SiteParts } from './gate-parts.ts'
import { judge } from './judge.ts'
import { peerOf } from './proxy/header-rules.ts'
import { withoutCookies } from './request/cookies.ts'
import { pathOf, type RequestHead } from './request/request-head.ts'
import type { Session } from './session/session.ts'
import { opensWebSocket, originalRequest } from './forward-auth/original-request.ts'

/** A question of a reverse proxy. */
type Question = RequestHead & { socket: Pick<Socket, 'remoteAddress'> }

/** 200 or 401, for proxies that then send the original request to the gate themselves. */
const checkPath = '/check'
/** 200, or the gate's answer, for proxies that pass it on to the client. */
const answerPath = '/answer'

/** Answers a reverse proxy that asks whether a request may pass. 2xx means that it may, and nothing else does. */
export async function decideQuestion(question: Question, parts: GateParts): Promise<Answer> {
  const path = pathOf(question)
  if (path !== checkPath && path !== answerPath) return textAnswer(404, 'not found')
  const request = originalRequest(question)
  const site = parts.siteOf(request ?? question)
  if (!peerOf(question.socket, site.settings.trustedProxies).isTrusted)
    return fail(question, 'forward-auth-proxy', site)
  if (!request) return fail(question, 'forward-auth-request', site)
  const refusal = opensWebSocket(question) ? refusedSocket(request, site) : undefined
  if (refusal) return path === checkPath ? answer(401) : refusal
  const verdict = judge(request, site.signIn)
  if (verdict.kind === 'forward') return mayPass(request, verdict.session, site)
  if (path === checkPath) return answer(401)
  // Only the gate itself can answer these: they have a body, or an answer with 2xx.
  if (verdict.kind === 'own') return fail(request, 'forward-auth-route', site)
  const refused = await answerVerdict(request, verdict, withRealRedirects(site).signIn)
  return refused.status < 300 ? fail(request, 'forward-auth-route', site) : refused
}

/**
 * The headers that the application gets in place of those of the client. Caddy before 2.10 would write the name of a
 * placeholder into a header that is not in the answer, so each is there, if need be without a value.
 */
async function mayPass(
  request: RequestHead,
  session: Session | undefined,
  { identify, signIn }: SiteParts,
): Promise<Answer> {
  const identity = session ? await identify(session, pathOf(request)) : []
  const cookie = withoutCookies(request.headers.cookie, signIn.jar.isGateCookie)
  return answer(200, {
    ...withoutValue([...identityNames, ...signIn.access.headerNames()]),
    ...named(identity),
    ...(cookie !== undefined && { cookie }),
  })
}

const withoutValue = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, '']))

function named(pairs: IdentityHeaders): Record<string, string> {
  const entries = pairs.flatMap((name, index) =>
    index % 2 === 0 ? [[name, pairs[index + 1] ?? ''] as const] : [],
  )
  return Object.fromEntries(entries)
}

/** A WebSocket has rules of its own. Browsers do not show its answer. */
function refusedSocket(request: RequestHead, { signIn, events }: SiteParts): Answer | undefined {
  const decision = decideUpgrade(request, signIn)
  if (decision.kind === 'forward') return undefined
  noteRefusal(decision, request, events)
  return answer(errorEntry(decision.code).httpStatus)
}

function fail(request: RequestHead, code: GateErrorCode, { signIn }: SiteParts): Answer {
  signIn.log.warn({ code }, 'a reverse proxy asked in a wrong way')
  return signIn.pages.failure(request, code)
}

/** A page that redirects has the status 200, and the proxy would take it for a permission. */
function withRealRedirects(site: SiteParts): SiteParts {
  const pages = {
    ...site.signIn.pages,
    redirect: (_request: RequestHead, location: string, headers = {}) =>
      answer(302, { location, ...headers }),
  }
  return { ...site, signIn: { ...site.signIn, pages } }
}
