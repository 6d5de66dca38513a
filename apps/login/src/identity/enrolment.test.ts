import { deleteApp, getApps } from 'firebase/app'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SecondFactorKind } from '@foyer/contract/config'
import { meaningOf } from '../errors/error-table.ts'
import { createFirebaseIdentity } from './firebase-identity.ts'
import type { TenantAuth } from './identity.ts'
import { pendingRedirect } from './provider-redirect.ts'
import { appName } from './app-name.ts'
import type { AskForFactor, Enrolment } from './second-factor.ts'
import { gapi, googleFrame, providerAnswer } from '../testing/google-frame.ts'

// These tests call the SDK itself, and replace only the network and the provider's page.

let answers: Map<string, () => Response>
let requests: { method: string; body: object }[]
let ask: (enrolment: Enrolment) => ReturnType<AskForFactor>
let asked: Enrolment[]
let pages = 0

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (firebase: object): string =>
  `${encode({ alg: 'RS256' })}.${encode({ sub: 'onur', exp: 4e9, iat: 1, auth_time: 1, firebase })}.s`
const json = (body: object) => (): Response => Response.json(body)
const refusal = (message: string) => (): Response =>
  Response.json({ error: { message } }, { status: 400 })
const signedIn = (firebase: object) =>
  json({
    localId: 'onur',
    providerId: 'google.com',
    email: 'onur@example.com',
    idToken: tokenOf(firebase),
    refreshToken: 'r',
    expiresIn: '3600',
  })
const account = (emailVerified: boolean) =>
  json({ users: [{ localId: 'onur', tenantId: 'acme', email: 'onur@example.com', emailVerified }] })
const withFactor = (factor: SecondFactorKind) =>
  json({
    idToken: tokenOf({ sign_in_second_factor: factor }),
    refreshToken: 'r',
    expiresIn: '3600',
  })

beforeEach(() => {
  answers = new Map([
    ['signInWithIdp', signedIn({})],
    ['lookup', account(true)],
    ['mfaEnrollment:finalize', withFactor('totp')],
    ['recaptchaConfig', json({ recaptchaKey: 'projects/p/keys/k', recaptchaEnforcementState: [] })],
    ['recaptchaParams', json({ recaptchaSiteKey: 'site' })],
  ])
  requests = []
  asked = []
  ask = () =>
    Promise.reject(Object.assign(new Error(), { code: 'auth/redirect-cancelled-by-user' }))
  googleFrame.answer = providerAnswer
  vi.stubGlobal('gapi', gapi)
  vi.stubGlobal('fetch', async (url: string, { body = '{}' }: { body?: string }) => {
    const [, method = ''] = /(?:accounts[:/]|v[12]\/)(?!accounts)([\w:]+)\?/.exec(url) ?? []
    requests.push({ method, body: JSON.parse(body) as object })
    return (answers.get(method) ?? refusal('NO_ANSWER'))()
  })
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await Promise.all(getApps().map(deleteApp))
})

/** A page load after the return from the provider. */
function returnFromProvider(secondFactors?: SecondFactorKind[]): TenantAuth {
  sessionStorage.setItem(...pendingRedirect(`enrolment-${pages + 1}`, appName('acme')))
  return openPage(secondFactors)
}

function openPage(secondFactors: SecondFactorKind[] = ['totp', 'phone']): TenantAuth {
  pages += 1
  return createFirebaseIdentity(
    {
      apiKey: `enrolment-${pages}`,
      authDomain: 'login.example.com',
      productURL: 'https://app.example.com/',
      functionUrl: '/custom-token',
      emulatorUrl: 'http://localhost:9099',
      tenants: { acme: { name: 'Acme', secondFactors } },
    },
    {
      loadProviderScript: () => Promise.resolve(),
      scope: globalThis,
      askForFactor(request) {
        if (request.name !== 'enrolment') throw new Error('The account has a factor.')
        asked.push(request)
        return ask(request)
      },
    },
  ).authOf('acme')
}

const bodyOf = (method: string): unknown => requests.find((sent) => sent.method === method)?.body

describe('a sign-in without a second factor, where one is required', () => {
  it('the user adds an app, and the token names it (K3e)', async () => {
    const totpSessionInfo = {
      sharedSecretKey: 'ABCDEFGH',
      verificationCodeLength: 6,
      hashingAlgorithm: 'SHA1',
      periodSec: 30,
      sessionInfo: 'session-1',
      finalizeEnrollmentTime: '2026-11-30T00:00:00Z',
    }
    answers.set('mfaEnrollment:start', json({ totpSessionInfo }))
    ask = async (enrolment) => {
      expect(await enrolment.createSecret()).toEqual({
        key: 'ABCDEFGH',
        algorithm: 'SHA1',
        digits: 6,
        period: 30,
      })
      return enrolment.confirmApp('123456', 'Work phone')
    }
    const result = await returnFromProvider().redirectResult()
    expect(asked).toMatchObject([
      { tenantId: 'acme', account: 'onur@example.com', kinds: ['totp', 'phone'] },
    ])
    expect(bodyOf('mfaEnrollment:finalize')).toMatchObject({
      displayName: 'Work phone',
      totpVerificationInfo: { sessionInfo: 'session-1', verificationCode: '123456' },
      tenantId: 'acme',
    })
    expect(result?.providerId).toBe('google.com')
    expect(await result?.user?.getIdTokenResult()).toMatchObject({
      claims: { firebase: { sign_in_second_factor: 'totp' } },
    })
  })

  it('the user adds a phone, and the token names it (K3e)', async () => {
    answers.set('mfaEnrollment:start', json({ phoneSessionInfo: { sessionInfo: 'message-1' } }))
    answers.set('mfaEnrollment:finalize', withFactor('phone'))
    ask = async (enrolment) => {
      const proof = { languageCode: 'tr', place: document.body, isVisible: false }
      const verificationId = await enrolment.sendCode('+905550000002', proof)
      return enrolment.confirmMessage(verificationId, '654321')
    }
    const result = await returnFromProvider().redirectResult()
    expect(bodyOf('mfaEnrollment:start')).toMatchObject({
      phoneEnrollmentInfo: { phoneNumber: '+905550000002' },
    })
    expect(bodyOf('mfaEnrollment:finalize')).toMatchObject({
      phoneVerificationInfo: { sessionInfo: 'message-1', code: '654321' },
    })
    expect(await result?.user?.getIdTokenResult()).toMatchObject({
      claims: { firebase: { sign_in_second_factor: 'phone' } },
    })
  })

  it('a user who goes back is signed out, so that a later page load does not use the account (K3f)', async () => {
    const auth = returnFromProvider()
    await expect(auth.redirectResult()).rejects.toMatchObject({
      code: 'auth/redirect-cancelled-by-user',
    })
    expect(asked).toHaveLength(1)
    expect(await auth.currentUser()).toBeNull()
  })

  it('an account with an unverified email address cannot add a factor, and the message says why (K3f)', async () => {
    answers.set('lookup', account(false))
    const auth = returnFromProvider()
    const error: unknown = await auth.redirectResult().catch((thrown: unknown) => thrown)
    expect(meaningOf((error as { code: string }).code).key).toBe('EMAIL_UNVERIFIED')
    expect(asked).toEqual([])
    expect(await auth.currentUser()).toBeNull()
  })

  it.each([
    ['INVALID_CODE', 'INVALID_VERIFICATION_CODE'],
    ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'TOKEN_EXPIRED'],
    ['TOTP_CHALLENGE_TIMEOUT : too late', 'SIGN_IN_AGAIN'],
    ['OPERATION_NOT_ALLOWED : SMS based MFA not enabled.', 'METHOD_UNAVAILABLE'],
    ['UNSUPPORTED_FIRST_FACTOR', 'METHOD_UNAVAILABLE'],
  ] as const)('a refusal with %s has the error key %s', async (message, key) => {
    answers.set('mfaEnrollment:finalize', refusal(message))
    ask = (enrolment) => enrolment.confirmMessage('message-1', '654321')
    const error: unknown = await returnFromProvider()
      .redirectResult()
      .catch((thrown: unknown) => thrown)
    expect(meaningOf((error as { code: string }).code).key).toBe(key)
  })
})

describe.each([
  [
    'a password',
    'signInWithPassword',
    (auth: TenantAuth) => auth.signInWithPassword('onur@example.com', 'secret'),
  ],
  [
    'an email link',
    'signInWithEmailLink',
    (auth: TenantAuth) => auth.signInWithEmailLink('onur@example.com', 'code'),
  ],
])('a sign-in with %s, where a second factor is required', (_how, method, signIn) => {
  beforeEach(() => {
    answers.set(method, signedIn({}))
  })

  it('the user adds a factor, and the token names it (K3e)', async () => {
    answers.set('mfaEnrollment:finalize', withFactor('phone'))
    ask = (enrolment) => enrolment.confirmMessage('message-1', '654321')
    const auth = openPage()
    const { user } = await signIn(auth)
    expect(asked).toMatchObject([{ account: 'onur@example.com', kinds: ['totp', 'phone'] }])
    expect(await user?.getIdTokenResult()).toMatchObject({
      claims: { firebase: { sign_in_second_factor: 'phone' } },
    })
    expect(await auth.currentUser()).toBe(user)
  })

  it('a user who goes back is signed out, so that a later page load does not use the account (K3f)', async () => {
    const auth = openPage()
    await expect(signIn(auth)).rejects.toMatchObject({ code: 'auth/redirect-cancelled-by-user' })
    expect(asked).toHaveLength(1)
    expect(await auth.currentUser()).toBeNull()
  })

  it('an account with an unverified email address cannot add a factor, and the user is signed out (K3f)', async () => {
    answers.set('lookup', account(false))
    const auth = openPage()
    await expect(signIn(auth)).rejects.toMatchObject({ code: 'auth/unverified-email' })
    expect(asked).toEqual([])
    expect(await auth.currentUser()).toBeNull()
  })
})

it.each([
  ['the sign-in had one', ['totp'], { sign_in_second_factor: 'phone' }],
  ['none is required', [], {}],
] as const)('no factor is added if %s', async (_why, required, firebase) => {
  answers.set('signInWithIdp', signedIn(firebase))
  const result = await returnFromProvider([...required]).redirectResult()
  expect(result).toMatchObject({ user: { uid: 'onur' } })
  expect(asked).toEqual([])
})
