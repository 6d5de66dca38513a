import { deleteApp, getApps } from 'firebase/app'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gapi, googleFrame, providerAnswer } from '../testing/google-frame.ts'
import { noSecondFactor } from '../testing/no-second-factor.ts'
import type { Config } from '@foyer/contract/config'
import { appName } from './app-name.ts'
import { createFirebaseIdentity } from './firebase-identity.ts'
import type { TenantAuth } from './identity.ts'
import { LinkingNeeded } from './linking-needed.ts'
import { InterruptedSignIn } from './interrupted-sign-in.ts'
import { pendingRedirect } from './provider-redirect.ts'

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const signedIn = (): Response =>
  Response.json({
    idToken: `${encode({ alg: 'RS256' })}.${encode({ sub: 'ayse', exp: 4e9, iat: 1 })}.s`,
    refreshToken: 'r',
    localId: 'ayse',
    expiresIn: '3600',
    providerId: 'google.com',
    email: 'ayse@example.com',
  })
const found = (): Response => Response.json({ users: [{ localId: 'ayse', tenantId: 'acme' }] })
const offline = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))
const refusal = (message: string) => (): Response =>
  Response.json({ error: { message } }, { status: 400 })

/** The credentials that the service was asked to sign in, and its responses in order. */
let handedOver: unknown[]
let signIns: (() => Response | Promise<Response>)[]
let lookups: (() => Response | Promise<Response>)[]
let asked: string[]
let pages = 0
beforeEach(() => {
  asked = []
  googleFrame.answer = providerAnswer
  handedOver = []
  signIns = []
  lookups = []
  vi.stubGlobal('gapi', gapi)
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    asked.push(url)
    if (url.includes(':signInWithIdp')) {
      handedOver.push(JSON.parse(body))
      return (signIns.shift() ?? signedIn)()
    }
    return (lookups.shift() ?? found)()
  })
})

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await Promise.all(getApps().map(deleteApp))
})

/** A page load after the return from the provider. */
function returnFromProvider(): TenantAuth {
  pages += 1
  sessionStorage.setItem(...pendingRedirect(`key-${pages}`, appName('acme')))
  return openPage(`key-${pages}`)
}

function openPage(apiKey: string, special: Partial<Config> = {}): TenantAuth {
  return createFirebaseIdentity(
    {
      apiKey,
      authDomain: 'login.example.com',
      productURL: 'https://app.example.com/',
      functionUrl: '/custom-token',
      emulatorUrl: 'http://localhost:9099',
      ...special,
    },
    {
      loadProviderScript: () => Promise.resolve(),
      scope: globalThis,
      askForFactor: noSecondFactor,
    },
  ).authOf('acme')
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((thrown: unknown) => thrown)

async function interrupted(work: Promise<unknown>): Promise<InterruptedSignIn> {
  const failure = await failureOf(work)
  if (!(failure instanceof InterruptedSignIn)) throw new Error('The sign-in was not interrupted.')
  return failure
}

describe('a sign-in that is interrupted after the provider has answered', () => {
  it('a sign-in that is interrupted after the provider’s answer is repeated with that answer, any number of times (G5b)', async () => {
    signIns = [offline, refusal('TOO_MANY_ATTEMPTS_TRY_LATER')]
    const first = await interrupted(returnFromProvider().redirectResult())
    expect(first.code).toBe('auth/network-request-failed')
    const second = await interrupted(first.repeat())
    expect(second.code).toBe('auth/too-many-requests')
    const { user } = await second.repeat()
    expect(user).toMatchObject({ uid: 'ayse', tenantId: 'acme' })
    expect(handedOver).toHaveLength(3)
    expect(handedOver[0]).toMatchObject({
      requestUri: providerAnswer.urlResponse,
      tenantId: 'acme',
    })
    expect(handedOver[2]).toEqual(handedOver[0])
  })

  it('the service does not get a provider’s answer again after it has accepted it', async () => {
    lookups = [offline]
    const failure = await interrupted(returnFromProvider().redirectResult())
    const { user } = await failure.repeat()
    expect(user).toMatchObject({ uid: 'ayse' })
    expect(handedOver).toHaveLength(1)
  })

  it('a repeated sign-in that the service refuses has the service’s error', async () => {
    signIns = [offline, refusal('BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function'), offline]
    const failure = await interrupted(returnFromProvider().redirectResult())
    expect(await failureOf(failure.repeat())).toMatchObject({ code: 'blocked-by-administrator' })
  })
})

it('on the return from a provider, an account that needs a second factor is reported as one', async () => {
  signIns = [() => Response.json({ mfaPendingCredential: 'pending', mfaInfo: [], localId: 'ayse' })]
  expect(await failureOf(returnFromProvider().redirectResult())).toMatchObject({
    code: 'auth/multi-factor-auth-required',
  })
})

it('no request asks which methods an email has, also if its account has another one (AC-02a)', async () => {
  const confirmation = {
    needConfirmation: true,
    email: 'ayse@example.com',
    providerId: 'google.com',
    oauthAccessToken: 'access-token',
    oauthIdToken: 'id-token',
    verifiedProvider: [],
  }
  signIns = [() => Response.json(confirmation)]
  const failure = await failureOf(returnFromProvider().redirectResult())
  expect(failure).toBeInstanceOf(LinkingNeeded)
  expect(failure).toMatchObject({ pending: { email: 'ayse@example.com', accountProviders: [] } })
  expect(asked).toHaveLength(1)
  expect(asked.join()).not.toMatch(/createAuthUri|fetchSignInMethods/)
})

it('a pop-up that is open for 60 s still completes the sign-in (RD-04b)', async () => {
  vi.useFakeTimers()
  googleFrame.answer = null
  let url = ''
  const popup = { closed: false, focus() {}, close() {}, location: {} }
  vi.stubGlobal('open', (opened: string) => {
    url = opened
    return popup
  })
  const auth = openPage('key-popup', { signInFlow: 'popup' })
  await vi.advanceTimersByTimeAsync(100)
  const signedIn = auth.signIn({
    method: 'google.com',
    flow: 'popup',
    loginHint: null,
    languageCode: 'en',
  })
  let isOver = false
  const watched = signedIn.finally(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isOver).toBe(false)
  const eventId = new URL(url).searchParams.get('eventId')
  googleFrame.tell({ authEvent: { ...providerAnswer, type: 'signInViaPopup', eventId } })
  expect((await watched).user).toMatchObject({ uid: 'ayse', tenantId: 'acme' })
})
