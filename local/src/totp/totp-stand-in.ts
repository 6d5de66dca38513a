import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { claimsIn, factorIn, parse, rewriteAnswer } from './rewrite-answer.ts'
import { hiddenNumber, matches, newSecret } from './totp-factors.ts'
import type { TotpFactors } from './totp-factors.ts'

interface StandInDeps {
  emulatorUrl: string
  projectId: string
  factors: TotpFactors
  /** Whether the code of a text message is too old. In the emulator, none is. */
  isExpired: (sessionInfo: string) => boolean
  now: () => number
}

interface Answer {
  status: number
  body: string
}

type Fields = Record<string, unknown>

const PATH = /\/v2\/accounts\/mfa(?<kind>SignIn|Enrollment):(?<step>start|finalize)$/

export const isFactorCall = (path: string) => PATH.test(path)

const refusal = (message: string): Answer => ({
  status: 400,
  body: JSON.stringify({ error: { code: 400, message, errors: [{ message, reason: 'invalid' }] } }),
})

const tenMinutes = 600_000

/**
 * Plays the second factor of authenticator apps, which the emulator does not have: keeps the secret, checks the code, and
 * runs the factor for text messages underneath. Also refuses codes of text messages that are too old. Every other call is
 * forwarded as it is.
 */
export function createTotpStandIn({
  emulatorUrl,
  projectId,
  factors,
  isExpired,
  now,
}: StandInDeps) {
  /** Secrets that are being enrolled, by the session of the message underneath. */
  const enrolling = new Map<string, string>()

  async function send(url: string, init?: RequestInit): Promise<Answer> {
    const response = await fetch(`${emulatorUrl}${url}`, init)
    return { status: response.status, body: await response.text() }
  }

  const post = (url: string, body: object): Promise<Answer> =>
    send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  /** The code of the message underneath. */
  async function codeOf(sessionInfo: string, tenantId: unknown): Promise<string> {
    const level = typeof tenantId === 'string' ? `/tenants/${tenantId}` : ''
    const { body } = await send(`/emulator/v1/projects/${projectId}${level}/verificationCodes`)
    const { verificationCodes = [] } = JSON.parse(body) as {
      verificationCodes?: { sessionInfo: string; code: string }[]
    }
    return verificationCodes.find((sent) => sent.sessionInfo === sessionInfo)?.code ?? ''
  }

  async function signIn(url: string, request: Fields): Promise<Answer> {
    const { tenantId, mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo } = request
    const code = fieldIn(totpVerificationInfo, 'verificationCode')
    if (!factors.accept(String(mfaEnrollmentId), code)) return refusal('INVALID_CODE')
    const started = await post(url.replace(':finalize', ':start'), {
      tenantId,
      mfaPendingCredential,
      mfaEnrollmentId,
    })
    if (started.status !== 200) return started
    const sessionInfo = fieldIn(parse(started.body)?.['phoneResponseInfo'], 'sessionInfo')
    const phoneVerificationInfo = { sessionInfo, code: await codeOf(sessionInfo, tenantId) }
    return post(url, { tenantId, mfaPendingCredential, phoneVerificationInfo })
  }

  async function beginEnrolment(url: string, request: Fields): Promise<Answer> {
    const { tenantId, idToken } = request
    const phoneEnrollmentInfo = { phoneNumber: hiddenNumber() }
    const started = await post(url, { tenantId, idToken, phoneEnrollmentInfo })
    if (started.status !== 200) return started
    const sessionInfo = fieldIn(parse(started.body)?.['phoneSessionInfo'], 'sessionInfo')
    const sharedSecretKey = newSecret()
    enrolling.set(sessionInfo, sharedSecretKey)
    const totpSessionInfo = {
      sharedSecretKey,
      verificationCodeLength: 6,
      hashingAlgorithm: 'SHA1',
      periodSec: 30,
      sessionInfo,
      finalizeEnrollmentTime: new Date(now() + tenMinutes).toISOString(),
    }
    return { status: 200, body: JSON.stringify({ totpSessionInfo }) }
  }

  async function enrol(url: string, request: Fields): Promise<Answer> {
    const { tenantId, idToken, displayName, totpVerificationInfo } = request
    const sessionInfo = fieldIn(totpVerificationInfo, 'sessionInfo')
    const secret = enrolling.get(sessionInfo)
    if (secret === undefined) return refusal('INVALID_SESSION_INFO')
    const code = fieldIn(totpVerificationInfo, 'verificationCode')
    if (!matches(secret, code, now())) return refusal('INVALID_CODE')
    const phoneVerificationInfo = { sessionInfo, code: await codeOf(sessionInfo, tenantId) }
    const enrolled = await post(url, { tenantId, idToken, displayName, phoneVerificationInfo })
    const uid = factorIn(parse(enrolled.body)?.['idToken'])
    if (enrolled.status !== 200 || uid === null) return enrolled
    enrolling.delete(sessionInfo)
    factors.add(uid, String(claimsIn(idToken)['email']), secret)
    // The code has been used.
    factors.accept(uid, code)
    return enrolled
  }

  async function answer(url: string, headers: Record<string, string>, body: string) {
    const request = parse(body) ?? {}
    const path = url.split('?', 1)[0] ?? ''
    const { kind, step } = PATH.exec(path)?.groups ?? {}
    if (kind === 'SignIn' && 'totpVerificationInfo' in request) return signIn(url, request)
    if (kind === 'Enrollment' && step === 'start' && 'totpEnrollmentInfo' in request) {
      return beginEnrolment(url, request)
    }
    if (kind === 'Enrollment' && 'totpVerificationInfo' in request) return enrol(url, request)
    if (isExpired(fieldIn(request['phoneVerificationInfo'], 'sessionInfo'))) {
      return refusal('SESSION_EXPIRED')
    }
    return send(url, { method: 'POST', headers, body })
  }

  return {
    rewrite: (body: string) => rewriteAnswer(body, factors.has),
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const { url = '', headers } = request
      const contentType = { 'content-type': headers['content-type'] ?? 'application/json' }
      const { status, body } = await answer(url, contentType, await text(request))
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      response.end(rewriteAnswer(body, factors.has))
    },
  }
}

export type TotpStandIn = ReturnType<typeof createTotpStandIn>

function fieldIn(value: unknown, name: string): string {
  return value instanceof Object ? String(Reflect.get(value, name)) : ''
}
