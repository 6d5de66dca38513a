import { deleteApp, getApps } from 'firebase/app'
import { AuthErrorCodes, debugErrorMap } from 'firebase/auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { explainedCodes, meaningOf } from '../errors/error-table.ts'
import type { ErrorKey } from '../errors/error-table.ts'
import { unexplainedCodes } from '../errors/unexplained-codes.ts'
import { createFirebaseIdentity } from './firebase-identity.ts'
import type { TenantAuth } from './identity.ts'

// The SDK itself is asked, with an identity service in place of the network alone: what it makes of a
// refusal is its own affair, and may be another with its next version.

type Answer = () => Response | Promise<Response>

/** What each method of the service answers, until the last answer, which stays. */
let answers: Map<string, Answer[]>
let auth: TenantAuth

function answer(address: string): Response | Promise<Response> {
  const [, method = ''] = /(?:accounts:|v1\/|v2\/)(\w+)\?/.exec(address) ?? []
  const [next, ...rest] = answers.get(method) ?? []
  if (!next) return Response.json({ error: { message: `NO_ANSWER_TO_${method}` } }, { status: 400 })
  if (rest.length > 0) answers.set(method, rest)
  return next()
}

const refusal =
  (message: string, status = 400, details: object[] = []) =>
  (): Response =>
    Response.json({ error: { code: status, message, details } }, { status })

const tokens = { idToken: tokenOf({ sub: 'ayse', exp: 4e9, iat: 1 }), refreshToken: 'r' }
const signedIn = (): Response =>
  Response.json({ ...tokens, localId: 'ayse', expiresIn: '3600', providerId: 'google.com' })
const found = (): Response =>
  Response.json({ users: [{ localId: 'ayse', email: 'ayse@example.com' }] })

function tokenOf(claims: object): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'RS256' })}.${encode(claims)}.s`
}

beforeEach(() => {
  answers = new Map([
    ['lookup', [found]],
    [
      'recaptchaConfig',
      [() => Response.json({ recaptchaKey: 'projects/p/keys/k', recaptchaEnforcementState: [] })],
    ],
    ['recaptchaParams', [() => Response.json({ recaptchaSiteKey: 'site' })]],
  ])
  vi.stubGlobal('fetch', (address: string) => Promise.resolve().then(() => answer(address)))
  const identity = createFirebaseIdentity(
    {
      apiKey: 'key',
      authDomain: 'login.example.com',
      productURL: 'https://app.example.com/',
      functionUrl: '/custom-token',
      // With an emulator the SDK asks for no captcha.
      emulatorUrl: 'http://localhost:9099',
    },
    { loadProviderScript: () => Promise.resolve(), scope: globalThis },
  )
  auth = identity.authOf(null)
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await Promise.all(getApps().map(deleteApp))
})

/** The ways in which the SDK asks the service, each with the method that is called. */
const ways = {
  customToken: ['signInWithCustomToken', () => auth.signInWithCustomToken('token')],
  code: ['signInWithPhoneNumber', () => auth.confirmationOf('message').confirm('123456')],
  number: [
    'sendVerificationCode',
    () =>
      auth.sendCode('+905550000001', {
        languageCode: 'en',
        place: document.body,
        isVisible: false,
      }),
  ],
} as const

async function codeOf(way: keyof typeof ways, ...given: Answer[]): Promise<string> {
  const [method, ask] = ways[way]
  answers.set(method, given)
  const error: unknown = await ask().catch((thrown: unknown) => thrown)
  return (error as { code: string }).code
}

const blocked = (status: string): string =>
  `BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: {"error":{"message":"Not : you","status":"${status}"}}`

const keyOf = async (way: keyof typeof ways, ...given: Answer[]): Promise<ErrorKey> =>
  meaningOf(await codeOf(way, ...given)).key

describe('what the SDK says of a refusal has its message', () => {
  it.each([
    ['TOO_MANY_ATTEMPTS_TRY_LATER', 400, 'TOO_MANY_REQUESTS'],
    ['QUOTA_EXCEEDED : Exceeded quota for verifying phone numbers.', 400, 'TOO_MANY_REQUESTS'],
    ["Quota exceeded for quota metric 'Identity toolkit requests'", 429, 'TOO_MANY_REQUESTS'],
    ['RESOURCE_EXHAUSTED', 429, 'TOO_MANY_REQUESTS'],
    ['INVALID_PHONE_NUMBER : TOO_SHORT', 400, 'INVALID_PHONE_NUMBER_ERROR'],
    ['ADMIN_ONLY_OPERATION', 400, 'ADMIN_RESTRICTED_OPERATION'],
    ['USER_DISABLED', 400, 'USER_DISABLED'],
    ['INVALID_IDP_RESPONSE : The credential is malformed.', 400, 'INVALID_CREDENTIAL'],
    ['INVALID_CODE', 400, 'INVALID_VERIFICATION_CODE'],
    ['SESSION_EXPIRED', 400, 'CODE_EXPIRED'],
    ['MISSING_CLIENT_IDENTIFIER', 400, 'MISSING_CLIENT_IDENTIFIER'],
    ['OPERATION_NOT_ALLOWED', 400, 'METHOD_UNAVAILABLE'],
    ['CONFIGURATION_NOT_FOUND', 400, 'METHOD_UNAVAILABLE'],
    ['BILLING_NOT_ENABLED', 400, 'METHOD_UNAVAILABLE'],
    [
      'OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer.',
      400,
      'SMS_REGION',
    ],
    ['USER_NOT_FOUND', 400, 'ACCOUNT_MISSING'],
    ['TOKEN_EXPIRED', 400, 'TOKEN_EXPIRED'],
    ['API_KEY_INVALID', 400, 'API_KEY_INVALID'],
    ['API key not valid. Please pass a valid API key.', 400, 'API_KEY_INVALID'],
    ['API key expired. Please renew the API key.', 400, 'API_KEY_INVALID'],
    ['Requests from referer https://login.example.com are blocked.', 403, 'API_KEY_INVALID'],
    ["Permission denied: Consumer 'api_key:AIza' has been suspended.", 403, 'API_KEY_INVALID'],
    ['TENANT_NOT_FOUND', 400, 'LINK_INVALID'],
    ['The service is currently unavailable.', 503, 'SERVICE_UNAVAILABLE'],
    ['Internal error encountered.', 500, 'SERVICE_UNAVAILABLE'],
    ['Deadline expired before operation could complete.', 504, 'TIMEOUT'],
    ['The caller does not have permission', 403, 'NOT_ALLOWED'],
    ['SOMETHING_NEW_OF_TOMORROW', 400, 'UNKNOWN_ERROR'],
  ] as const)('%s (%i) is told as %s (G1, G4)', async (message, status, key) => {
    expect(await keyOf('customToken', refusal(message, status))).toBe(key)
  })

  it.each([
    [blocked('PERMISSION_DENIED'), 400, 'NOT_ALLOWED'],
    [blocked('INVALID_ARGUMENT'), 400, 'NOT_ALLOWED'],
    [blocked('UNAVAILABLE'), 400, 'SERVICE_UNAVAILABLE'],
    ['BLOCKING_FUNCTION_ERROR_RESPONSE', 400, 'NOT_ALLOWED'],
    [
      'BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP Cloud Function returned an error. Code: 403, Status: "PERMISSION_DENIED", Message: "No"))',
      400,
      'NOT_ALLOWED',
    ],
    [
      'BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP Cloud Function returned an error. Code: 500, Status: "INTERNAL", Message: "x"))',
      400,
      'SERVICE_UNAVAILABLE',
    ],
    ['BLOCKING_FUNCTION_ERROR_RESPONSE : {"error":', 400, 'NOT_ALLOWED'],
  ] as const)(
    'a blocking function that answers %s (%i) is told as %s (AC-04)',
    async (message, status, key) => {
      expect(await keyOf('customToken', refusal(message, status))).toBe(key)
    },
  )

  it.each([
    ['number', 'API_KEY_INVALID', 'API_KEY_INVALID'],
    ['number', 'MISSING_CLIENT_IDENTIFIER', 'MISSING_CLIENT_IDENTIFIER'],
    ['number', 'INVALID_PHONE_NUMBER : TOO_SHORT', 'INVALID_PHONE_NUMBER_ERROR'],
    ['code', 'API_KEY_INVALID', 'API_KEY_INVALID'],
    ['code', 'TOKEN_EXPIRED', 'TOKEN_EXPIRED'],
    ['code', 'INVALID_CODE', 'INVALID_VERIFICATION_CODE'],
  ] as const)('from a %s, %s is told as %s (G1, G3)', async (way, message, key) => {
    expect(await keyOf(way, refusal(message))).toBe(key)
  })

  it('a refused key is known by its reason too (G3)', async () => {
    const reason = [{ reason: 'API_KEY_HTTP_REFERRER_BLOCKED' }]
    const code = await codeOf('code', refusal('Something new about keys.', 403, reason))
    expect(meaningOf(code)).toEqual({ key: 'API_KEY_INVALID', action: 'product' })
  })

  it.each(['customToken', 'code'] as const)(
    'an account that needs a second factor is told so truthfully: %s',
    async (way) => {
      const pending = (): Response =>
        Response.json({ mfaPendingCredential: 'pending', mfaInfo: [], localId: 'ayse' })
      expect(await keyOf(way, pending)).toBe('SECOND_FACTOR')
    },
  )

  it.each([
    ['USER_NOT_FOUND', 'ACCOUNT_MISSING'],
    ['TOKEN_EXPIRED', 'TOKEN_EXPIRED'],
    ['USER_DISABLED', 'USER_DISABLED'],
  ] as const)(
    'a look-up of the account that is refused with %s is told as %s (E1)',
    async (message, key) => {
      answers.set('lookup', [refusal(message)])
      expect(await keyOf('customToken', signedIn)).toBe(key)
    },
  )

  it.each([
    ['USER_NOT_FOUND', 'auth/user-not-found'],
    ['TOKEN_EXPIRED', 'auth/user-token-expired'],
    ['INVALID_REFRESH_TOKEN', 'auth/user-token-expired'],
  ])(
    'a refresh of the token that is refused with %s has the code %s (E1, C6)',
    async (message, code) => {
      answers.set('signInWithCustomToken', [signedIn])
      answers.set('token', [refusal(message)])
      const { user } = await auth.signInWithCustomToken('token')
      await expect(user?.getIdToken(true)).rejects.toMatchObject({ code })
    },
  )

  it.each([
    ['the network is lost', () => Promise.reject(new TypeError('Failed to fetch')), 'NETWORK'],
    [
      'a proxy answers with a page',
      () => new Response('<!doctype html>', { status: 403 }),
      'NETWORK',
    ],
    [
      'a page says that all is down',
      () => new Response('<h1>', { status: 502 }),
      'SERVICE_UNAVAILABLE',
    ],
  ] as const)('where %s, trying again is offered (G5)', async (_what, given, key) => {
    const code = await codeOf('code', given)
    expect(meaningOf(code)).toEqual({ key, action: 'retry' })
  })
})

describe('errors of the SDK', () => {
  it('lose their text (UR-18)', async () => {
    answers.set('signInWithCustomToken', [refusal('INVALID_CUSTOM_TOKEN : Text of the service')])
    const error: unknown = await auth.signInWithCustomToken('t').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'auth/invalid-custom-token' })
    expect(String(error)).not.toMatch(/Firebase|Text/)
  })

  const exported = Object.values(AuthErrorCodes)
  // A map of the codes that the SDK throws, not all of which it exports; its type hides that.
  const described = Object.keys((debugErrorMap as unknown as () => Record<string, string>)())

  it.each([...new Set([...exported, ...described.map((code) => `auth/${code}`)])])(
    '%s has been decided about (G4)',
    (code) => {
      expect([...explainedCodes, ...unexplainedCodes]).toContain(code)
    },
  )
})
