import { deleteApp, getApps, initializeApp } from 'firebase/app'
import {
  GoogleAuthProvider,
  inMemoryPersistence,
  initializeAuth,
  signInWithCredential,
} from 'firebase/auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { meaningOf } from '../errors/error-table.ts'
import { gapi, googleFrame, providerAnswer } from '../testing/google-frame.ts'
import { appName } from './app-name.ts'
import { withSecondFactor } from './pending-sign-in.ts'
import { timely } from './sdk-call.ts'
import { createFirebaseIdentity } from './firebase-identity.ts'
import type { TenantAuth } from './identity.ts'
import { pendingRedirect } from './provider-redirect.ts'
import type { AskForFactor, PendingSignIn, SecondFactor } from './second-factor.ts'

// These tests call the SDK itself, and replace only the network and the provider's page.

type Answer = () => Response

/** The responses of each method of the service, and the bodies of its requests. */
let answers: Map<string, Answer>
let requests: { method: string; body: Record<string, unknown> }[]
let ask: (pending: PendingSignIn) => ReturnType<AskForFactor>
let pages = 0

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (claims: object): string =>
  `${encode({ alg: 'RS256' })}.${encode({ sub: 'derya', exp: 4e9, iat: 1, auth_time: 1, ...claims })}.s`
const json = (body: object) => (): Response => Response.json(body)
const refusal = (message: string) => (): Response =>
  Response.json({ error: { message } }, { status: 400 })

const phone = {
  mfaEnrollmentId: 'phone-1',
  displayName: 'Work',
  phoneInfo: '+********0002',
  enrolledAt: '2026-01-01T00:00:00Z',
}
const app = { mfaEnrollmentId: 'app-1', totpInfo: {}, enrolledAt: '2026-01-01T00:00:00Z' }
const unknownFactor = { mfaEnrollmentId: 'mail-1', emailInfo: { emailAddress: 'd***@example.com' } }
const tokens = { refreshToken: 'r', expiresIn: '3600' }
const google = { localId: 'derya', providerId: 'google.com', email: 'derya@example.com' }
const withFactors = (...mfaInfo: object[]) =>
  json({ ...google, mfaPendingCredential: 'pending', mfaInfo })
const proven = json({
  idToken: tokenOf({ firebase: { sign_in_second_factor: 'phone' } }),
  ...tokens,
})
const account = (more: object = {}) =>
  json({ users: [{ localId: 'derya', tenantId: 'acme', ...more }] })

beforeEach(() => {
  answers = new Map([
    ['signInWithIdp', withFactors(phone, app)],
    ['mfaSignIn:start', json({ phoneResponseInfo: { sessionInfo: 'message-1' } })],
    ['mfaSignIn:finalize', proven],
    ['lookup', account()],
    ['recaptchaConfig', json({ recaptchaKey: 'projects/p/keys/k', recaptchaEnforcementState: [] })],
    ['recaptchaParams', json({ recaptchaSiteKey: 'site' })],
  ])
  requests = []
  ask = () => Promise.reject(new Error('The account has no second factor.'))
  googleFrame.answer = providerAnswer
  vi.stubGlobal('gapi', gapi)
  vi.stubGlobal('fetch', async (url: string, { body = '{}' }: { body?: string }) => {
    const [, method = ''] = /(?:accounts[:/]|v[12]\/)(?!accounts)([\w:]+)\?/.exec(url) ?? []
    requests.push({ method, body: JSON.parse(body) as Record<string, unknown> })
    return (answers.get(method) ?? refusal('NO_ANSWER'))()
  })
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await Promise.all(getApps().map(deleteApp))
})

function openPage(): TenantAuth {
  pages += 1
  const config = {
    apiKey: `factor-${pages}`,
    authDomain: 'login.example.com',
    productURL: 'https://app.example.com/',
    functionUrl: '/custom-token',
    emulatorUrl: 'http://localhost:9099',
  }
  const loadProviderScript = () => Promise.resolve()
  const askForFactor: AskForFactor = (request) => ask(request as PendingSignIn)
  const deps = { loadProviderScript, scope: globalThis, askForFactor }
  return createFirebaseIdentity(config, deps).authOf('acme')
}

/** A page load after the return from the provider. */
function returnFromProvider(): TenantAuth {
  sessionStorage.setItem(...pendingRedirect(`factor-${pages + 1}`, appName('acme')))
  return openPage()
}

const bodyOf = (method: string): unknown => bodiesOf(method).at(-1)
const bodiesOf = (method: string): object[] =>
  requests.flatMap((sent) => (sent.method === method ? [sent.body] : []))

function factorOf({ factors }: PendingSignIn, wanted: SecondFactor['kind']): SecondFactor {
  const found = factors.find(({ kind }) => kind === wanted)
  if (!found) throw new Error(`The account has no ${wanted}.`)
  return found
}

const verification = { languageCode: 'tr', place: document.body, isVisible: false }

describe('an account with second factors', () => {
  it('on the return from a provider, the user is asked for one of the account’s factors (K3a)', async () => {
    let asked: PendingSignIn | null = null
    ask = (pending) => {
      asked = pending
      return pending.confirmApp(factorOf(pending, 'totp'), '123456')
    }
    const signedIn = await returnFromProvider().redirectResult()
    expect(asked).toMatchObject({
      tenantId: 'acme',
      factors: [
        { uid: 'phone-1', kind: 'phone', name: 'Work', phoneNumber: '+********0002' },
        { uid: 'app-1', kind: 'totp', name: null, phoneNumber: null },
      ],
    })
    expect(signedIn).toMatchObject({ user: { uid: 'derya' }, providerId: 'google.com' })
    expect(bodyOf('mfaSignIn:finalize')).toMatchObject({
      mfaPendingCredential: 'pending',
      mfaEnrollmentId: 'app-1',
      totpVerificationInfo: { verificationCode: '123456' },
      tenantId: 'acme',
    })
  })

  it('a text message is sent to the chosen phone, and its code completes the sign-in (K3a)', async () => {
    ask = async (pending) => {
      const verificationId = await pending.sendCode(factorOf(pending, 'phone'), verification)
      return pending.confirmMessage(verificationId, '654321')
    }
    const auth = returnFromProvider()
    const signedIn = await auth.redirectResult()
    expect(bodyOf('mfaSignIn:start')).toMatchObject({
      mfaPendingCredential: 'pending',
      mfaEnrollmentId: 'phone-1',
    })
    expect(bodyOf('mfaSignIn:finalize')).toMatchObject({
      phoneVerificationInfo: { sessionInfo: 'message-1', code: '654321' },
    })
    const result = await signedIn?.user?.getIdTokenResult()
    expect(result).toMatchObject({ claims: { firebase: { sign_in_second_factor: 'phone' } } })
    expect(await auth.currentUser()).toMatchObject({ uid: 'derya' })
  })

  it('the user is asked after any other call of the SDK too, whose error is already our own (K3a)', async () => {
    const auth = initializeAuth(initializeApp({ apiKey: 'other' }, 'other'), {
      persistence: inMemoryPersistence,
    })
    auth.tenantId = 'acme'
    const signIn = timely(signInWithCredential(auth, GoogleAuthProvider.credential('token')))
    const askForFactor: AskForFactor = (request) => {
      const pending = request as PendingSignIn
      return pending.confirmApp(factorOf(pending, 'totp'), '123456')
    }
    const signedIn = await withSecondFactor(auth, askForFactor, signIn)
    expect(signedIn).toMatchObject({ user: { uid: 'derya' } })
  })

  it('a factor of a kind that the SDK does not know is not offered, and the others work (K3b)', async () => {
    answers.set('signInWithIdp', withFactors(unknownFactor, app))
    ask = (pending) => {
      expect(pending.factors.map(({ uid }) => uid)).toEqual(['app-1'])
      return pending.confirmApp(factorOf(pending, 'totp'), '123456')
    }
    expect(await returnFromProvider().redirectResult()).toMatchObject({ user: { uid: 'derya' } })
  })

  it('an account that has only factors that the SDK does not know is told to contact somebody (K3d)', async () => {
    answers.set('signInWithIdp', withFactors(unknownFactor))
    const auth = returnFromProvider()
    await expect(auth.redirectResult()).rejects.toMatchObject({
      code: 'auth/multi-factor-auth-required',
    })
    expect(await auth.currentUser()).toBeNull()
  })

  it('a user who goes back is not signed in, and the error says that they changed their mind', async () => {
    ask = () =>
      Promise.reject(Object.assign(new Error(), { code: 'auth/redirect-cancelled-by-user' }))
    const auth = returnFromProvider()
    await expect(auth.redirectResult()).rejects.toMatchObject({
      code: 'auth/redirect-cancelled-by-user',
    })
    expect(await auth.currentUser()).toBeNull()
  })

  it('a user who goes back while a code is being checked is not signed in when it was right', async () => {
    let checked: Promise<unknown> = Promise.resolve()
    ask = (pending) => {
      checked = pending.confirmApp(factorOf(pending, 'totp'), '123456')
      return Promise.reject(Object.assign(new Error(), { code: 'auth/redirect-cancelled-by-user' }))
    }
    const auth = returnFromProvider()
    await expect(auth.redirectResult()).rejects.toMatchObject({
      code: 'auth/redirect-cancelled-by-user',
    })
    await checked
    expect(bodiesOf('mfaSignIn:finalize')).toHaveLength(1)
    expect(await auth.currentUser()).toBeNull()
  })

  it('a code of a sign-in that was left does not end a later sign-in', async () => {
    let checked: Promise<unknown> = Promise.resolve()
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    ask = (pending) => {
      checked = released.then(() => pending.confirmApp(factorOf(pending, 'totp'), '123456'))
      return Promise.reject(Object.assign(new Error(), { code: 'auth/redirect-cancelled-by-user' }))
    }
    const auth = returnFromProvider()
    await expect(auth.redirectResult()).rejects.toThrow()
    answers.set(
      'signInWithPassword',
      json({ idToken: tokenOf({ sub: 'later' }), localId: 'later', ...tokens }),
    )
    answers.set('lookup', json({ users: [{ localId: 'later', tenantId: 'acme' }] }))
    answers.set('mfaSignIn:finalize', refusal('INVALID_MFA_PENDING_CREDENTIAL'))
    await auth.signInWithPassword('later@example.com', 'secret')
    release()
    await expect(checked).rejects.toThrow()
    expect(await auth.currentUser()).toMatchObject({ uid: 'later' })
  })

  it.each([
    ['INVALID_CODE', 'INVALID_VERIFICATION_CODE'],
    ['SESSION_EXPIRED', 'CODE_EXPIRED'],
    ['INVALID_SESSION_INFO', 'CODE_EXPIRED'],
    ['TOO_MANY_ATTEMPTS_TRY_LATER', 'TOO_MANY_REQUESTS'],
    ['INVALID_MFA_PENDING_CREDENTIAL', 'SIGN_IN_AGAIN'],
    ['MFA_ENROLLMENT_NOT_FOUND', 'SIGN_IN_AGAIN'],
    ['USER_DISABLED', 'USER_DISABLED'],
  ] as const)('a refused code with %s has the error key %s (K3d)', async (message, key) => {
    answers.set('mfaSignIn:finalize', refusal(message))
    ask = (pending) => pending.confirmMessage('message-1', '654321')
    const error: unknown = await returnFromProvider()
      .redirectResult()
      .catch((thrown: unknown) => thrown)
    expect(meaningOf((error as { code: string }).code).key).toBe(key)
  })
})

describe('a custom token', () => {
  beforeEach(() => {
    answers.set('signInWithCustomToken', json({ idToken: tokenOf({}), ...tokens }))
  })

  it('does not sign in to an account with a second factor, which the service would allow (K3c)', async () => {
    answers.set('lookup', account({ mfaInfo: [phone] }))
    const auth = openPage()
    await expect(auth.signInWithCustomToken('t')).rejects.toMatchObject({
      code: 'auth/multi-factor-auth-required',
    })
    expect(await auth.currentUser()).toBeNull()
    expect(meaningOf('auth/multi-factor-auth-required')).toEqual({
      key: 'SECOND_FACTOR',
      action: 'signOut',
    })
  })

  it('of an account with a second factor is never stored, not even until it is refused (K3c)', async () => {
    const known: unknown[] = []
    answers.set('lookup', account({ mfaInfo: [phone] }))
    const auth = openPage()
    auth.onAuthStateChanged(
      (user) => known.push(user),
      () => {},
    )
    await expect(auth.signInWithCustomToken('t')).rejects.toThrow()
    expect(known.filter((user) => user !== null)).toEqual([])
  })

  it('does not sign in to an account whose factor is of a kind that the SDK does not know (K3c)', async () => {
    answers.set('lookup', account({ mfaInfo: [unknownFactor] }))
    const auth = openPage()
    await expect(auth.signInWithCustomToken('t')).rejects.toMatchObject({
      code: 'auth/multi-factor-auth-required',
    })
    expect(await auth.currentUser()).toBeNull()
  })

  it('does not make an account with a second factor a candidate (K3c)', async () => {
    answers.set('lookup', account({ mfaInfo: [app] }))
    await expect(openPage().candidateOf('t')).rejects.toMatchObject({
      code: 'auth/multi-factor-auth-required',
    })
  })

  it('signs in to an account without a second factor', async () => {
    const { user } = await openPage().signInWithCustomToken('t')
    expect(user).toMatchObject({ uid: 'derya' })
  })
})

describe('linking a method to an account with a second factor', () => {
  const credential = {
    providerId: 'google.com',
    email: 'derya@example.com',
    accountProviders: [],
    accessToken: 'a',
    json: { providerId: 'google.com', signInMethod: 'google.com', accessToken: 'a' },
  }

  /** @param providers of the account after the service has got the credential */
  async function link(providers: string[]): Promise<void> {
    ask = (pending) => pending.confirmApp(factorOf(pending, 'totp'), '123456')
    const auth = returnFromProvider()
    const signedIn = await auth.redirectResult()
    if (!signedIn?.user) throw new Error('Nobody is signed in.')
    const providerUserInfo = providers.map((providerId) => ({ providerId }))
    answers.set('lookup', () => {
      const isGiven = bodiesOf('signInWithIdp').length > 1
      return account(isGiven ? { providerUserInfo } : {})()
    })
    return auth.link(signedIn.user, credential)
  }

  it('succeeds if the account has the method afterwards, although the service names the factor again (K3c)', async () => {
    await expect(link(['google.com'])).resolves.toBeUndefined()
    // The service got the token of the sign-in with the factor.
    expect(bodyOf('signInWithIdp')).toHaveProperty('idToken')
  })

  it('fails if the account does not have the method afterwards', async () => {
    await expect(link([])).rejects.toMatchObject({ code: 'auth/multi-factor-auth-required' })
  })
})
