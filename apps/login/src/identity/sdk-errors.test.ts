import { noSecondFactor } from '../testing/no-second-factor.ts'
import { deleteApp, getApps } from 'firebase/app'
import { AuthErrorCodes, debugErrorMap } from 'firebase/auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import english from '@foyer/messages/en/errors.json'
import turkish from '@foyer/messages/tr/errors.json'
import { explainedCodes, meaningOf } from '../errors/error-table.ts'
import type { ErrorKey } from '../errors/error-table.ts'
import { unexplainedCodes } from '../errors/unexplained-codes.ts'
import { CodedError } from '../errors/coded-error.ts'
import { hashOf } from '@foyer/contract/reference'
import { failureOf } from '../errors/failure.ts'
import { createFirebaseIdentity } from './firebase-identity.ts'
import type { TenantAuth } from './identity.ts'

// These tests call the SDK itself, and replace only the network. How the SDK reports a refusal is internal to it and
// may change with its next version.

type Answer = () => Response | Promise<Response>

/** The responses of each method of the service. The last one is repeated. */
let answers: Map<string, Answer[]>
let auth: TenantAuth

function answer(url: string): Response | Promise<Response> {
  const [, method = ''] = /(?:accounts:|v1\/|v2\/)(\w+)\?/.exec(url) ?? []
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
  vi.stubGlobal('fetch', (url: string) => Promise.resolve().then(() => answer(url)))
  // With an emulator, the SDK needs no captcha.
  auth = openAuth({ emulatorUrl: 'http://localhost:9099' })
})

function openAuth(changes: { emulatorUrl?: string }): TenantAuth {
  const identity = createFirebaseIdentity(
    {
      apiKey: 'key',
      authDomain: 'login.example.com',
      productURL: 'https://app.example.com/',
      functionUrl: '/custom-token',
      ...changes,
    },
    {
      loadProviderScript: () => Promise.resolve(),
      scope: globalThis,
      askForFactor: noSecondFactor,
    },
  )
  return identity.authOf(null)
}

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await Promise.all(getApps().map(deleteApp))
})

/** How the SDK can call the service, each time with the method that is called. */
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

describe('refusals of the identity service', () => {
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
  ] as const)(
    'the service’s error %s (HTTP %i) has the error key %s (G1)',
    async (message, status, key) => {
      expect(await keyOf('customToken', refusal(message, status))).toBe(key)
    },
  )

  it.each([
    [blocked('PERMISSION_DENIED')],
    [blocked('INVALID_ARGUMENT')],
    [
      'BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP Cloud Function returned an error. Code: 403, Status: "PERMISSION_DENIED", Message: "No"))',
    ],
  ])(
    'a blocking function that refuses with %s gets the message that the sign-in is not allowed, in both languages (AC-04a)',
    async (message) => {
      const key = await keyOf('customToken', refusal(message))
      expect(key).toBe('NOT_ALLOWED')
      expect(english[key]).toMatch(/^You are not allowed to sign in/)
      expect(turkish[key]).toMatch(/izniniz yok/)
    },
  )

  it.each(['', ' : {"error":', ' : HTTP Cloud Function returned an error: {"error":{"message":"'])(
    'a malformed response of a blocking function (%j) gets the same message (AC-04c)',
    async (rest) => {
      const message = `BLOCKING_FUNCTION_ERROR_RESPONSE${rest}`
      expect(await keyOf('customToken', refusal(message))).toBe('NOT_ALLOWED')
    },
  )

  it.each([
    blocked('UNAVAILABLE'),
    'BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP Cloud Function returned an error. Code: 500, Status: "INTERNAL", Message: "x"))',
  ])('a blocking function that failed with %s is an unavailable service', async (message) => {
    expect(await keyOf('customToken', refusal(message))).toBe('SERVICE_UNAVAILABLE')
  })

  it.each([
    ['API_KEY_INVALID', 'number', 'API_KEY_INVALID'],
    ['MISSING_CLIENT_IDENTIFIER', 'number', 'MISSING_CLIENT_IDENTIFIER'],
    ['INVALID_PHONE_NUMBER : TOO_SHORT', 'number', 'INVALID_PHONE_NUMBER_ERROR'],
    ['API_KEY_INVALID', 'code', 'API_KEY_INVALID'],
    ['TOKEN_EXPIRED', 'code', 'TOKEN_EXPIRED'],
    ['INVALID_CODE', 'code', 'INVALID_VERIFICATION_CODE'],
  ] as const)(
    'the error %s in response to a phone %s has the error key %s (G1)',
    async (message, way, key) => {
      expect(await keyOf(way, refusal(message))).toBe(key)
    },
  )

  it('a page on a host that is not authorised gets an error with its name in the phone flow too, in both languages (UR-22c)', async () => {
    const message = 'CAPTCHA_CHECK_FAILED : Hostname match not found'
    const key = await keyOf('number', refusal(message))
    expect(key).toBe('ADDRESS_NOT_ALLOWED')
    expect([english[key], turkish[key]]).toEqual([
      expect.stringContaining('{{host}} is not set up'),
      expect.stringContaining('{{host}} üzerinden'),
    ])
  })

  it.each([
    ['number', 'NETWORK', /connection/, /bağlantı/],
    ['code', 'TIMEOUT', /taking too long/, /çok uzun sürüyor/],
  ] as const)(
    'a phone %s without a response for 30 s is reported in both languages (NW-03c)',
    async (way, key, inEnglish, inTurkish) => {
      vi.useFakeTimers()
      const reported = keyOf(way, () => new Promise(() => {}))
      const ofCaptcha = 2_000
      await vi.advanceTimersByTimeAsync(ofCaptcha + 30_000)
      expect(await reported).toBe(key)
      expect(english[key]).toMatch(inEnglish)
      expect(turkish[key]).toMatch(inTurkish)
    },
  )

  it('a phone number whose reCAPTCHA script may not be loaded is reported in both languages, and another method still signs in (NW-07c)', async () => {
    await Promise.all(getApps().map(deleteApp))
    auth = openAuth({})
    const refused: string[] = []
    // A browser does the same with a script of a host that is not in the page's policy.
    const observer = new MutationObserver(() => {
      for (const script of document.querySelectorAll('script')) {
        refused.push(new URL(script.src).host)
        script.remove()
        script.dispatchEvent(new Event('error'))
      }
    })
    observer.observe(document, { childList: true, subtree: true })
    const key = await keyOf('number', () => Response.json({ sessionInfo: 'message' }))
    observer.disconnect()
    expect(refused).toEqual(['www.google.com'])
    expect([english[key], turkish[key]]).toEqual([
      'Failed to login. Please contact your manager.',
      'Giriş yapılamadı. Lütfen yöneticinizle iletişime geçin.',
    ])

    answers.set('signInWithCustomToken', [signedIn])
    expect((await auth.signInWithCustomToken('token')).user).not.toBeNull()
  })

  it('a refused API key is also recognised by its reason (G3b)', async () => {
    const reason = [{ reason: 'API_KEY_HTTP_REFERRER_BLOCKED' }]
    const code = await codeOf('code', refusal('Something new about keys.', 403, reason))
    expect(meaningOf(code)).toEqual({ key: 'API_KEY_INVALID', action: 'product' })
  })

  it.each(['customToken', 'code'] as const)(
    'an account that needs a second factor gets its own message: %s',
    async (way) => {
      const pending = (): Response =>
        Response.json({ mfaPendingCredential: 'pending', mfaInfo: [], localId: 'ayse' })
      expect(await keyOf(way, pending)).toBe('SECOND_FACTOR')
    },
  )

  it.each([
    ['TOKEN_EXPIRED', 'TOKEN_EXPIRED'],
    ['USER_DISABLED', 'USER_DISABLED'],
  ] as const)(
    'a refused look-up of the account with %s has the error key %s',
    async (message, key) => {
      answers.set('lookup', [refusal(message)])
      expect(await keyOf('customToken', signedIn)).toBe(key)
    },
  )

  it('an account that was deleted before it is looked up gets the specified message (E1a)', async () => {
    answers.set('lookup', [refusal('USER_NOT_FOUND')])
    const key = await keyOf('customToken', signedIn)
    expect(english[key]).toBe('Your account does not exist.')
    expect(turkish[key]).toBe('Hesabınız bulunmuyor.')
  })

  it.each([
    ['USER_NOT_FOUND', 'auth/user-not-found'],
    ['TOKEN_EXPIRED', 'auth/user-token-expired'],
    ['INVALID_REFRESH_TOKEN', 'auth/user-token-expired'],
  ])('a refused refresh of the ID token with %s has the code %s', async (message, code) => {
    answers.set('signInWithCustomToken', [signedIn])
    answers.set('token', [refusal(message)])
    const { user } = await auth.signInWithCustomToken('token')
    await expect(user?.getIdToken(true)).rejects.toMatchObject({ code })
  })

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
  ] as const)('a retry is offered if %s (G5a)', async (_what, given, key) => {
    const code = await codeOf('code', given)
    expect(meaningOf(code)).toEqual({ key, action: 'retry' })
  })
})

describe('errors of the SDK itself', () => {
  it('the text of an SDK error, including markup, is removed before anything can show it (UR-18b, G4b)', async () => {
    const text = 'Text of the service <img src=x onerror=alert(1)>'
    answers.set('signInWithCustomToken', [refusal(`INVALID_CUSTOM_TOKEN : ${text}`)])
    const error: unknown = await auth.signInWithCustomToken('t').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'auth/invalid-custom-token' })
    expect(String(error)).not.toMatch(/Firebase|Text|<img/)
    expect(JSON.stringify(failureOf(error, new Date(0)))).not.toMatch(/Firebase|Text|<img/)
  })

  const exported = Object.values(AuthErrorCodes)
  const actions = [
    'retry',
    'options',
    'contact',
    'application',
    'product',
    'restart',
    'newWindow',
    'signOut',
  ]
  // The codes that the SDK throws, not all of which it exports. Its type hides them.
  const described = Object.keys((debugErrorMap as unknown as () => Record<string, string>)())

  it.each([...new Set([...exported, ...described.map((code) => `auth/${code}`)])])(
    'the SDK’s error code %s has a message in both languages, an action and a reference (G4a)',
    (code) => {
      // A code that is in neither list was never decided about.
      expect([...explainedCodes(), ...unexplainedCodes]).toContain(code)
      const { key, action, reference } = failureOf(new CodedError(code), new Date(0))
      expect([english[key], turkish[key]]).toEqual([
        expect.stringMatching(/\p{L}/u),
        expect.stringMatching(/\p{L}/u),
      ])
      expect(english[key]).not.toBe(turkish[key])
      expect(actions).toContain(action)
      expect(reference).toMatch(new RegExp(`^${hashOf(code)}-\\d{6}$`))
    },
  )
})

it('the codes that only the SDK has come with its script', async () => {
  vi.resetModules()
  const { explainedCodes: explainedNow } = await import('../errors/error-table.ts')
  const before = explainedNow()
  await import('./firebase-identity.ts')
  const added = explainedNow().filter((code) => !before.includes(code))
  expect(added).toContain('auth/too-many-requests')
  expect(added.filter((code) => !code.startsWith('auth/'))).toEqual([])
})
