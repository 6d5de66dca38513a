import type { Config } from '@foyer/contract/config'
import type { AuthenticationHandler, User } from '@foyer/iap-sign-in'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import english from '@foyer/messages/en/errors.json'
import turkish from '@foyer/messages/tr/errors.json'
import { openConfig } from '../config/open-config.ts'
import { createLoopGuard } from '../browser/loop-guard.ts'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { GuestAccountUsed } from '../identity/guest-account-used.ts'
import type { PendingCredential } from '../identity/identity.ts'
import { LinkingNeeded } from '../identity/linking-needed.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { listen } from './custom-events.ts'
import { tellFailure } from '../testing/tell-failure.ts'
import { createAskedLinks } from './asked-links.ts'
import { createLinkSteps } from '../sign-in-link/link-steps.ts'
import { createSentLinks } from '../sign-in-link/sent-link.ts'
import { createChooseTenant } from './choose-tenant.ts'
import { createCredentialSource } from './credential-source.ts'
import { createHandler } from './handler.ts'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import { createLastAccount } from './last-account.ts'
import type { LastAccount } from './last-account.ts'
import { createLinkAttempts } from '../linking/link-attempts.ts'
import type { OpenLinkSteps } from './open-link-steps.ts'
import { createLinking } from '../linking/linking.ts'
import { createPendingCodes } from '../phone/pending-code.ts'
import { createPendingLinks } from './pending-links.ts'
import type { PendingLinks } from './pending-links.ts'
import { createPendingSteps } from './pending-step.ts'
import { clientStateOf } from './client-state.ts'
import { createSignInStore, failureIn, isBusy, pickedIn, show, showError } from './store.ts'
import type { Screen } from './screen.ts'
import type { SignInStore } from './store.ts'
import type { OpenMethodSteps } from './method-steps.ts'

const acme = 'acme-1a2b3'

let identity: InMemoryIdentity
let store: SignInStore
let handler: AuthenticationHandler
let events: EventTarget
let lastAccount: LastAccount
/** The config's settings. */
let rememberAccount: boolean
let demoTenants: NonNullable<Config['tenants']>
let pendingLinks: PendingLinks
/** The account service's response for each access token. */
let customToken: (accessToken: string) => Promise<string>
let newUsers: User[]
let noted: (string | null | undefined)[]
let isLoop: boolean
let inApp: InAppBrowser | null
let loadSteps: () => Promise<OpenMethodSteps>
/** The response with the settings of the tenants. */
let loadConfig: (tids: readonly string[]) => Promise<Config>
/** The email addresses for which sign-in links were requested, with the pending credential. */
let linksAskedFor: [string, PendingCredential | null][]
let isLinkPartGone: boolean
let linkPartLoads: Promise<void>
let tabStorage: ReturnType<typeof createMemoryStorage>
/** The browser's Back button. */
let goBack: (to: 'step' | 'methods') => void

afterEach(() => vi.useRealTimers())

beforeEach(async () => {
  identity = createInMemoryIdentity(demoConfig.apiKey)
  store = createSignInStore()
  noted = []
  isLoop = false
  linksAskedFor = []
  isLinkPartGone = false
  linkPartLoads = Promise.resolve()
  tabStorage = createMemoryStorage()
  inApp = null
  loadSteps = () => Promise.resolve(() => ({ start() {}, stop() {} }))
  loadConfig = () => Promise.resolve({ ...demoConfig, signInLink: true })
  events = new EventTarget()
  lastAccount = createLastAccount(createMemoryStorage())
  rememberAccount = true
  demoTenants = demoConfig.tenants ?? {}
  pendingLinks = createPendingLinks(createMemoryStorage(), () => 0)
  customToken = () => Promise.reject(new CodedError('address-unproven'))
  newUsers = []
  const opened = await openConfig((tids) => loadConfig(tids), [])
  const config = {
    ...opened,
    current: () => ({ ...opened.current(), rememberAccount, tenants: demoTenants }),
  }
  const credentials = createCredentialSource({
    config,
    store,
    events,
    pendingLinks,
    pendingSteps: createPendingSteps(tabStorage, () => 0),
    loadSteps: () => loadSteps(),
    loadAccountSteps: async () => {
      const linking = createLinking({
        store,
        pendingLinks,
        accountService: { customToken: (accessToken) => customToken(accessToken) },
        tell: tellFailure,
      })
      const askedOfTheFlow = () => Promise.reject(new Error('asked of the flow'))
      return {
        ...linking,
        linkAttempts: (buttons) =>
          createLinkAttempts({ ...linking, store, pendingLinks, loadLinkSteps }, buttons),
        completeFirstLogin: askedOfTheFlow,
        signInByLink: askedOfTheFlow,
        signInManually: askedOfTheFlow,
        chooseTenant: askedOfTheFlow,
      }
    },
    stepHistory: {
      show(_step, back) {
        goBack = back
      },
      end() {},
    },
    tenantChoice: { isNoted: () => false, open() {} },
    tabStorage,
    guard: createLoopGuard(tabStorage, () => 0, false),
    lastAccount,
    lastMethod: { recall: () => 'google.com', note: (providerId) => noted.push(providerId) },
    tell: tellFailure,
    inAppBrowser: () => Promise.resolve(inApp),
    shownLanguage: () => 'tr',
  })
  handler = createHandler({
    config,
    identity,
    store,
    credentials,
    loadAccountSteps: () =>
      Promise.resolve({
        chooseTenant: createChooseTenant({
          withTenants: config.withTenants,
          store,
          lastTenant: { recall: () => null },
          loadFindCompany: () => Promise.reject(new Error('The companies are listed.')),
          tenantChoice: { isNoted: () => false, note: () => true },
          isSignedInTo: () => false,
          tell: (error) => expect.fail(String(error)),
        }),
      }),
    async completeFirstLogin(user) {
      newUsers.push(user)
    },
    failureOf: (error) => failureOf(error, new Date(0)),
    wait: () => show(store, { name: 'loading' }),
    forgetAccounts: () => identity.forgetAccounts(),
    assertNoLoop(_originalUri, hasActed) {
      if (isLoop && !hasActed) throw new CodedError('sent-back')
    },
    onFailure() {},
  })
})

async function loadLinkSteps(): Promise<OpenLinkSteps> {
  if (isLinkPartGone) throw new CodedError('page-outdated')
  await linkPartLoads
  return (given) =>
    createLinkSteps({
      ...given,
      config: { ...demoConfig, signInLink: true },
      store,
      askedLinks: createAskedLinks(createMemoryStorage(), () => 0),
      sentLinks: createSentLinks(tabStorage, () => 0),
      accountService: {
        async askForSignInLink({ email }) {
          linksAskedFor.push([email, given.pending])
        },
      },
      shownLanguage: () => 'tr',
      search: () => '',
      randomId: () => 'id',
      now: () => 0,
    })
}

const acmeAuth = () => handler.getAuth(demoConfig.apiKey, acme)

async function buttons(): Promise<Extract<Screen, { name: 'signInButtons' }>> {
  await settled()
  const screen = store.getState().screen
  if (screen.name !== 'signInButtons') throw new Error(`The screen is ${screen.name}.`)
  return screen
}

/** Waits for everything that happens without the user. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

describe('getAuth', () => {
  it('getAuth refuses the API key of another project (D2a)', () => {
    expect(() => handler.getAuth('another-key', acme)).toThrowError(
      expect.objectContaining({ code: 'invalid-project' }),
    )
  })

  it('getAuth returns an instance for each tenant, and the same one each time', () => {
    expect(acmeAuth()).toBe(acmeAuth())
    expect(acmeAuth()).not.toBe(handler.getAuth(demoConfig.apiKey, null))
  })
})

describe('startSignIn', () => {
  it('startSignIn uses the account with which the user returned, and shows no buttons (RD-01b)', async () => {
    const user = userOf(acme)
    identity.returned = () => Promise.resolve({ user })
    const screens = new Set<string>()
    store.subscribe(({ screen }) => screens.add(screen.name))
    await expect(handler.startSignIn(acmeAuth())).resolves.toEqual({ user })
    await settled()
    expect([...screens]).not.toContain('signInButtons')
    expect(store.getState().screen).toEqual({ name: 'loading' })
  })

  it('startSignIn shows the tenant’s buttons and signs in with the method that is pressed (C3b)', async () => {
    const user = userOf(acme)
    identity.outcomes.push(() => Promise.resolve({ user }))
    const outcome = handler.startSignIn(acmeAuth(), { tenantId: acme, email: 'ayse@example.com' })
    const screen = await buttons()
    expect(screen).toMatchObject({
      methods: ['google.com', 'microsoft.com'],
      lastUsed: 'google.com',
      tenant: { name: 'Acme' },
    })

    store.run('continueWith', 'microsoft.com')
    await expect(outcome).resolves.toEqual({ user })
    expect(identity.signIns).toEqual([
      {
        method: 'microsoft.com',
        flow: 'redirect',
        loginHint: 'ayse@example.com',
        languageCode: 'tr',
      },
    ])
    expect(identity.begunAt).toEqual([acme])
  })

  it.each([
    ['google.com', 'AC-06a'],
    ['microsoft.com', 'AC-06b'],
  ] as const)(
    'startSignIn signs in with %s at the tenant of the request (%s)',
    async (method, _id) => {
      void handler.startSignIn(acmeAuth())
      await buttons()
      store.run('continueWith', method)
      expect(identity.signIns).toMatchObject([{ method }])
      expect(identity.begunAt).toEqual([acme])
    },
  )

  it('startSignIn opens the phone steps at the tenant of the request (AC-06c)', async () => {
    const tenants: (string | null)[] = []
    loadSteps = () =>
      Promise.resolve(({ auth }) => ({
        start: () => void tenants.push(auth.tenantId),
        stop() {},
      }))
    void handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'phone')
    await settled()
    expect(tenants).toEqual([acme])
  })

  it('a user whose browser has not left for the provider after ten seconds can choose again', async () => {
    const never = () => new Promise<never>(() => {})
    identity.outcomes.push(never, never, never)
    void handler.startSignIn(acmeAuth())
    await buttons()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    store.run('continueWith', 'microsoft.com')
    vi.advanceTimersByTime(9999)
    expect(pickedIn(store.getState())).toBe('microsoft.com')
    vi.advanceTimersByTime(1)
    expect(pickedIn(store.getState())).toBe(null)

    // The time of an earlier choice does not end a later one.
    store.run('continueWith', 'microsoft.com')
    vi.advanceTimersByTime(5000)
    store.run('continueWith', 'google.com')
    vi.advanceTimersByTime(5000)
    expect(pickedIn(store.getState())).toBe('google.com')
  })

  it('a host that is not authorised for Google is reported in both languages, and the buttons still work (UR-22b)', async () => {
    const user = userOf(acme)
    identity.outcomes.push(
      () => Promise.reject(new CodedError('auth/unauthorized-domain')),
      () => Promise.resolve({ user }),
    )
    const outcome = handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'google.com')
    await settled()
    expect(clientStateOf(store.getState())).toMatchObject({
      loading: false,
      error: 'ADDRESS_NOT_ALLOWED',
    })
    expect(english.ADDRESS_NOT_ALLOWED).toMatch(/through {{host}} is not set up/)
    expect(turkish.ADDRESS_NOT_ALLOWED).toMatch(/{{host}} üzerinden giriş tanımlanmamış/)
    await buttons()
    store.run('continueWith', 'microsoft.com')
    await expect(outcome).resolves.toEqual({ user })
  })

  it('the last used method is the one that led to an account, not one that was only pressed', async () => {
    const taken = { user: userOf(acme), providerId: 'microsoft.com' }
    identity.outcomes.push(
      () => Promise.reject(new CodedError('auth/network-request-failed')),
      () => Promise.resolve({ user: userOf('globex-4c5d6'), providerId: 'google.com' }),
      () => Promise.resolve(taken),
    )
    const outcome = handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'google.com')
    await settled()
    store.run('continueWith', 'google.com')
    await settled()
    expect(noted).toEqual([])
    store.run('continueWith', 'microsoft.com')
    await outcome
    expect(noted).toEqual(['microsoft.com'])
  })

  it('the last used method is the one with which the user returned from a provider’s page', async () => {
    identity.returned = () => Promise.resolve({ user: userOf(acme), providerId: 'google.com' })
    await handler.startSignIn(acmeAuth())
    expect(noted).toEqual(['google.com'])
  })

  it('the provider’s page is in the language of the request, if it has one (A12d)', async () => {
    handler.languageCode = 'de'
    void handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'google.com')
    expect(identity.signIns).toMatchObject([{ languageCode: 'de' }])
  })

  it('the provider’s page is in the language of this page, if the request has none (A12e)', async () => {
    void handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'google.com')
    expect(identity.signIns).toMatchObject([{ languageCode: 'tr' }])
  })

  it('the screen is busy after a press', async () => {
    void handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'google.com')
    expect(clientStateOf(store.getState()).loading).toBe(true)
  })

  it('an error is shown at the buttons, which can be pressed again', async () => {
    const user = userOf(acme)
    identity.outcomes.push(
      () => Promise.reject(new CodedError('auth/network-request-failed')),
      () => Promise.resolve({ user }),
    )
    const outcome = handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'google.com')
    await settled()
    expect(clientStateOf(store.getState())).toMatchObject({ loading: false, error: 'NETWORK' })

    store.run('continueWith', 'google.com')
    expect(clientStateOf(store.getState()).error).toBe('')
    await expect(outcome).resolves.toEqual({ user })
  })

  it.each(['auth/popup-closed-by-user', 'auth/cancelled-popup-request'])(
    'no error is shown for what the user did (%s)',
    async (code) => {
      identity.outcomes.push(() => Promise.reject(new CodedError(code)))
      void handler.startSignIn(acmeAuth())
      await buttons()
      store.run('continueWith', 'google.com')
      await settled()
      expect(clientStateOf(store.getState())).toMatchObject({ loading: false, error: '' })
    },
  )

  it('a missing script is reported at the buttons (NW-04b)', async () => {
    identity.preparation = Promise.reject(new CodedError('page-outdated'))
    void handler.startSignIn(acmeAuth())
    await buttons()
    await vi.waitFor(() => expect(clientStateOf(store.getState()).error).toBe('PAGE_OUTDATED'))
  })

  it('a late report that a pop-up was closed changes nothing (RD-03b)', async () => {
    let closeFirst: (error: Error) => void = () => {}
    identity.outcomes.push(
      () =>
        new Promise((_resolve, reject) => {
          closeFirst = reject
        }),
    )
    void handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'google.com')
    store.run('continueWith', 'microsoft.com')
    closeFirst(new CodedError('auth/internal-error'))
    await settled()
    expect(clientStateOf(store.getState())).toMatchObject({ loading: true, error: '' })
  })

  it('a pop-up that the user left for the phone reports no error, and its late success is used (RD-03b)', async () => {
    const user = userOf(acme)
    let failFirst: (error: Error) => void = () => {}
    let succeed: (credential: { user: User }) => void = () => {}
    identity.outcomes.push(
      () =>
        new Promise((_resolve, reject) => {
          failFirst = reject
        }),
      () =>
        new Promise((resolve) => {
          succeed = resolve
        }),
    )
    const outcome = handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'google.com')
    store.run('continueWith', 'phone')
    failFirst(new CodedError('auth/internal-error'))
    await settled()
    expect(clientStateOf(store.getState())).toMatchObject({ loading: true, error: '' })

    store.run('continueWith', 'google.com')
    store.run('continueWith', 'phone')
    succeed({ user })
    await expect(outcome).resolves.toEqual({ user })
  })

  it('in the browser of another app, the page offers to open the real browser, and Google last and without a pop-up (RD-06a)', async () => {
    inApp = { opensOtherApps: true }
    void handler.startSignIn(acmeAuth())
    const screen = await buttons()
    expect(screen).toMatchObject({
      methods: ['microsoft.com', 'google.com'],
      inApp: { opensOtherApps: true },
    })
    store.run('continueWith', 'google.com')
    expect(identity.signIns).toMatchObject([{ flow: 'redirect' }])
  })

  it('the page does not offer to open the real browser if Google is not offered', async () => {
    inApp = { opensOtherApps: true }
    void handler.startSignIn(acmeAuth(), { tenantId: acme, providerIds: ['microsoft.com'] })
    expect(await buttons()).toMatchObject({ methods: ['microsoft.com'], inApp: null })
  })

  it('an account of another tenant is signed out, with an error at the buttons (AC-06e)', async () => {
    identity.returned = () => Promise.resolve({ user: userOf('globex-4c5d6') })
    void handler.startSignIn(acmeAuth())
    await buttons()
    expect(identity.signedOut).toEqual([acme])
    expect(clientStateOf(store.getState()).error).toBe('ACCOUNT_OF_OTHER_TENANT')
  })

  it('an account without a tenant belongs to the project itself', async () => {
    const user = userOf(null)
    identity.returned = () => Promise.resolve({ user })
    const project = handler.getAuth(demoConfig.apiKey, null)
    await expect(handler.startSignIn(project)).resolves.toEqual({ user })
  })

  it.each([
    ['auth/user-disabled', 'USER_DISABLED', ' (AC-09a)'],
    ['auth/web-storage-unsupported', 'STORAGE_BLOCKED', ' (RD-02b)'],
    ['redirect-result-timeout', 'TIMEOUT', ''],
    ['auth/account-exists-with-different-credential', 'ACCOUNT_EXISTS', ''],
  ])(
    'a failed return is reported together with the buttons, not after them: %s is %s%s',
    async (code, key) => {
      identity.returned = () => Promise.reject(new CodedError(code))
      const errors: string[] = []
      store.subscribe((state) => {
        const { currentScreen, error } = clientStateOf(state)
        if (currentScreen === 'signInButtons') errors.push(error)
      })
      void handler.startSignIn(acmeAuth())
      const { methods } = await buttons()
      expect(methods).toEqual(['google.com', 'microsoft.com'])
      expect(new Set(errors)).toEqual(new Set([key]))
    },
  )

  it('an account that is disabled while the page is open is reported, and not used again (AC-09c)', async () => {
    identity.returned = () => Promise.resolve({ user: userOf(acme) })
    await handler.startSignIn(acmeAuth())
    handler.handleLostUser?.(new CodedError('auth/user-disabled'))
    void handler.startSignIn(acmeAuth())
    await buttons()
    expect(clientStateOf(store.getState()).error).toBe('USER_DISABLED')
  })
})

describe('a pop-up', () => {
  it('a pop-up with an account of another tenant is reported at the buttons, which can be pressed again', async () => {
    identity.outcomes.push(() => Promise.resolve({ user: userOf('globex-4c5d6') }))
    void handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'google.com')
    await vi.waitFor(() =>
      expect(clientStateOf(store.getState())).toMatchObject({
        loading: false,
        error: 'ACCOUNT_OF_OTHER_TENANT',
      }),
    )
    expect(identity.signedOut).toEqual([acme])
  })
})

describe('the phone steps', () => {
  it('the phone steps start when their script is loaded, and stop when the user is signed in', async () => {
    const steps: string[] = []
    const user = userOf(acme)
    loadSteps = () =>
      Promise.resolve(({ accept }) => ({
        start() {
          steps.push('start')
          void accept({ user })
        },
        stop: () => void steps.push('stop'),
      }))
    const outcome = handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'phone')
    await expect(outcome).resolves.toEqual({ user })
    expect(steps).toEqual(['start', 'stop'])
  })

  it.each(['google.com', 'microsoft.com'] as const)(
    'a user whose region is not enabled for text messages can sign in with %s instead (SM-16b)',
    async (method) => {
      const user = userOf(acme)
      const refused = failureOf(new CodedError('sms-region-not-allowed'), new Date(0))
      loadSteps = () =>
        Promise.resolve(() => ({ start: () => showError(store, refused), stop() {} }))
      identity.outcomes.push(() => Promise.resolve({ user }))
      const outcome = handler.startSignIn(acmeAuth())
      await buttons()
      store.run('continueWith', 'phone')
      await vi.waitFor(() => expect(clientStateOf(store.getState()).error).toBe('SMS_REGION'))
      store.run('continueWith', method)
      await expect(outcome).resolves.toEqual({ user })
    },
  )

  it.each<
    [string, (open: (opened: OpenMethodSteps) => void, fail: (error: Error) => void) => void]
  >([
    [
      'is loaded',
      (open) => open(() => ({ start: () => show(store, { name: 'signedOut' }), stop() {} })),
    ],
    ['cannot be loaded', (_open, fail) => fail(new CodedError('page-outdated'))],
  ])(
    'the form of the sign-in link stays when the script of the phone steps, which the user chose before, %s',
    async (_outcome, end) => {
      let finish = () => {}
      loadSteps = () =>
        new Promise((resolve, reject) => {
          finish = () => end(resolve, reject)
        })
      void handler.startSignIn(acmeAuth())
      await buttons()
      store.run('continueWith', 'phone')
      store.run('openLinkSteps')
      await settled()
      expect((await buttons()).step.name).toBe('linkAddress')
      finish()
      await settled()
      expect((await buttons()).step.name).toBe('linkAddress')
      expect(clientStateOf(store.getState()).error).toBe('')
    },
  )

  it('the phone steps stay when the script of the sign-in link, which the user chose before, is loaded', async () => {
    let finish = () => {}
    linkPartLoads = new Promise((resolve) => {
      finish = resolve
    })
    const steps: string[] = []
    loadSteps = () => Promise.resolve(() => ({ start: () => void steps.push('phone'), stop() {} }))
    void handler.startSignIn(acmeAuth())
    await buttons()
    store.run('openLinkSteps')
    expect(isBusy(store.getState())).toBe(true)
    store.run('continueWith', 'phone')
    await settled()
    finish()
    await settled()
    expect(steps).toEqual(['phone'])
    expect((await buttons()).step.name).toBe('methods')
  })

  it('a reload returns to the step that says where a sign-in link was sent, and Back to the methods', async () => {
    const email = 'ayse@acme.example'
    createSentLinks(tabStorage, () => 0).keep({ tenantId: acme, email, resendAt: 60_000 })
    void handler.startSignIn(acmeAuth())
    expect((await buttons()).step).toMatchObject({ name: 'linkSent', email, resendAt: 60_000 })
    store.run('backToMethods')
    expect((await buttons()).step.name).toBe('methods')
    void handler.startSignIn(acmeAuth())
    expect((await buttons()).step.name).toBe('methods')
  })

  it('Back goes from where a sign-in link was sent to the form with its address, and from there to the methods', async () => {
    void handler.startSignIn(acmeAuth())
    await buttons()
    store.run('openLinkSteps')
    await buttons()
    store.run('sendLink', 'ayse@acme.example')
    expect((await buttons()).step.name).toBe('linkSent')
    goBack('step')
    expect((await buttons()).step).toMatchObject({
      name: 'linkAddress',
      typed: 'ayse@acme.example',
    })
    goBack('methods')
    expect((await buttons()).step.name).toBe('methods')
  })

  it('a reload does not return to the phone steps of a company that has none', async () => {
    let starts = 0
    loadSteps = () => Promise.resolve(() => ({ start: () => (starts += 1), stop() {} }))
    const code = { verificationId: 'sent-1', phoneNumber: '+905550000001', tenantId: acme }
    createPendingCodes(tabStorage, () => 0).keep(code)
    void handler.startSignIn(acmeAuth())
    expect((await buttons()).step.name).toBe('methods')
    expect(starts).toBe(0)
  })

  it('phone steps whose script cannot be loaded are reported at the buttons', async () => {
    loadSteps = () => Promise.reject(new CodedError('page-outdated'))
    void handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'phone')
    await vi.waitFor(() => expect(clientStateOf(store.getState()).error).toBe('PAGE_OUTDATED'))
  })
})

describe('handleLostUser', () => {
  it.each([
    ['auth/user-token-expired', 'SIGN_IN_AGAIN'],
    ['auth/user-disabled', 'USER_DISABLED'],
  ])(
    'a lost account is reported beside the buttons, with what the user can do there: %s',
    async (code, key) => {
      const auth = acmeAuth()
      handler.handleLostUser?.(new CodedError(code))
      void handler.startSignIn(auth)
      await buttons()
      expect(clientStateOf(store.getState()).error).toBe(key)
    },
  )
})

describe('the account used last', () => {
  const search = `?mode=login&tid=${acme}`

  /** Signs in with Google, and returns to the application. */
  async function signInOnce(): Promise<void> {
    const user = { ...userOf(acme, { email: 'ayse@example.com' }), displayName: 'Ayşe Yılmaz' }
    identity.returned = () => Promise.resolve({ user, providerId: 'google.com' })
    await handler.startSignIn(acmeAuth())
    lastAccount.keep(search)
    identity.returned = () => Promise.resolve(null)
  }

  it('the account used last continues with one press, and its email address is the login hint', async () => {
    await signInOnce()
    void handler.startSignIn(acmeAuth())
    const account = {
      method: 'google.com',
      email: 'ayse@example.com',
      name: 'Ayşe Yılmaz',
    } as const
    expect((await vi.waitFor(buttons)).account).toEqual(account)
    store.run('continueAs', account)
    await settled()
    expect(identity.signIns.at(-1)).toMatchObject({
      method: 'google.com',
      loginHint: 'ayse@example.com',
    })
  })

  it('a user who wants another account removes the one used last from the browser', async () => {
    await signInOnce()
    void handler.startSignIn(acmeAuth())
    await vi.waitFor(buttons)
    store.run('forgetAccount')
    expect((await buttons()).account).toBeNull()
    expect(lastAccount.recall(acme)).toBeNull()
    store.run('continueWith', 'google.com')
    await settled()
    expect(identity.signIns.at(-1)).toMatchObject({ loginHint: null })
  })

  it('a deployment that keeps no account stores none, and removes the one that it kept before', async () => {
    await signInOnce()
    rememberAccount = false
    await signInOnce()
    void handler.startSignIn(acmeAuth())
    expect((await vi.waitFor(buttons)).account).toBeNull()
    expect(lastAccount.recall(acme)).toBeNull()
  })

  it('the account used last is not offered if the application names another user', async () => {
    await signInOnce()
    void handler.startSignIn(acmeAuth(), { tenantId: acme, email: 'can@example.com' })
    expect((await vi.waitFor(buttons)).account).toBeNull()
  })
})

describe('selectTenant', () => {
  it('selectTenant shows the tenants by name and resolves to the chosen one (C8a)', async () => {
    const choice = handler.selectTenant?.({ projectId: '1', apiKey: 'k' }, [acme, 'other', '_1'])
    await settled()
    const screen = store.getState().screen
    expect(screen).toMatchObject({
      name: 'chooseTenant',
      tenants: [{ name: 'Acme' }, { name: 'other' }, { name: '_1' }],
    })
    if (screen.name === 'chooseTenant') store.run('chooseTenant', '_1')
    await expect(choice).resolves.toEqual({ tenantId: null })
  })

  it('after the choice, the page offers what the config of the session’s tenants has, which may be less than it offers in general', async () => {
    store.setState({ config: { ...demoConfig, selfRegistration: true } })
    void handler.selectTenant?.({ projectId: '1', apiKey: 'k' }, [acme, 'other'])
    await settled()
    void handler.startSignIn(acmeAuth())
    await vi.waitFor(buttons)
    expect(store.getState().config).toMatchObject({ apiKey: demoConfig.apiKey })
    expect(store.getState().config?.selfRegistration).toBeUndefined()
  })

  it('selectTenant requests the names of exactly the session’s tenants', async () => {
    const asked: (readonly string[])[] = []
    loadConfig = (tids) => {
      asked.push(tids)
      return Promise.resolve(demoConfig)
    }
    void handler.selectTenant?.({ projectId: '1', apiKey: 'k' }, [acme, 'other'])
    await settled()
    expect(asked).toEqual([[acme, 'other']])
  })

  it('selectTenant shows no choice if the user went Back before the names arrived', async () => {
    let arrive: (config: Config) => void = () => {}
    loadConfig = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    handler.showProgressBar?.()
    void handler.selectTenant?.({ projectId: '1', apiKey: 'k' }, [acme])
    handler.showProgressBar?.()
    arrive(demoConfig)
    await settled()
    expect(store.getState().screen).toEqual({ name: 'loading' })
  })

  it('selectTenant rejects if the names cannot be fetched, so that the user can retry', async () => {
    loadConfig = () => Promise.reject(new CodedError('config-unavailable'))
    await expect(
      handler.selectTenant?.({ projectId: '1', apiKey: 'k' }, [acme]),
    ).rejects.toMatchObject({ code: 'config-unavailable' })
  })
})

describe('beforeReturn', () => {
  it('beforeReturn stops a redirect loop, but not after the user has just signed in', async () => {
    isLoop = true
    const goOn = () => handler.beforeReturn?.(new URL('https://app.example.com/'))
    expect(goOn).toThrowError(expect.objectContaining({ code: 'sent-back' }))

    identity.returned = () => Promise.resolve({ user: userOf(acme) })
    await handler.startSignIn(acmeAuth())
    expect(goOn).not.toThrow()
  })
})

describe('processUser after another tab has replaced the account', () => {
  const ayse = userOf(acme, { uid: 'ayse' })
  const can = userOf(acme, { uid: 'can' })

  it.each([
    ['after a sign-in that had to wait', can],
    ['after a sign-in, and nobody is signed in any longer', null],
  ])('processUser refuses an account that another tab has replaced (%s)', async (_when, now) => {
    identity.returned = () => Promise.resolve({ user: ayse })
    await handler.startSignIn(acmeAuth())
    identity.remembered = now
    await expect(handler.processUser?.(ayse)).rejects.toMatchObject({ code: 'account-changed' })
  })

  it('processUser refuses a stored account that another tab has replaced before a retry', async () => {
    identity.remembered = ayse
    await expect(handler.processUser?.(ayse)).resolves.toBe(ayse)
    await expect(handler.processUser?.(ayse)).resolves.toBe(ayse)
    identity.remembered = can
    await expect(handler.processUser?.(ayse)).rejects.toMatchObject({ code: 'account-changed' })
  })
})

describe('the first login', () => {
  it('the first login is completed before the ID token is exchanged (C9a)', async () => {
    const user = userOf(acme, { claims: { firstLogin: true } })
    identity.remembered = user
    await handler.processUser?.(user)
    expect(newUsers).toEqual([user])
  })

  it.each([{}, { firstLogin: false }, { firstLogin: 'true' }])(
    'an account with the claims %j has no first login',
    async (claims) => {
      await handler.processUser?.(userOf(acme, { claims }))
      expect(newUsers).toEqual([])
    },
  )
})

describe('a company that requires a second factor', () => {
  const factorOf = (factor: string) => ({ claims: { firebase: { sign_in_second_factor: factor } } })

  beforeEach(() => {
    demoTenants = { ...demoConfig.tenants, [acme]: { name: 'Acme', secondFactors: ['totp'] } }
  })

  it.each([
    ['no claims', {}],
    ['no factor', { claims: { firebase: { sign_in_provider: 'custom' } } }],
    ['an empty factor', factorOf('')],
  ])(
    'an account whose token has %s does not reach the application (K3f)',
    async (_what, traits) => {
      await expect(handler.processUser?.(userOf(acme, traits))).rejects.toMatchObject({
        code: 'second-factor-needed',
        httpErrorCode: 403,
      })
    },
  )

  it.each([
    ['an account with a second factor', userOf(acme, factorOf('phone'))],
    ['an account of another company', userOf('globex-4c5d6')],
  ])('%s reaches the application', async (_who, user) => {
    await expect(handler.processUser?.(user)).resolves.toBe(user)
  })
})

describe('a company with a provider of its own', () => {
  const label = { en: 'Initech staff', tr: 'Initech çalışanları' }
  const initech = { provider: 'oidc.initech', label, loginHintKey: 'user' } as const

  function offer(...methods: NonNullable<Config['methods']>): void {
    demoTenants = { ...demoConfig.tenants, [acme]: { name: 'Acme', methods } }
  }

  it('a press on its button signs in with the settings of the config', async () => {
    offer('google.com', initech)
    const user = userOf(acme)
    identity.outcomes.push(() => Promise.resolve({ user }))
    const outcome = handler.startSignIn(acmeAuth(), {
      tenantId: acme,
      email: 'pelin@initech.example',
    })
    await vi.waitFor(buttons)
    store.run('continueWith', 'oidc.initech')
    await expect(outcome).resolves.toEqual({ user })
    expect(identity.signIns).toMatchObject([
      { method: 'oidc.initech', loginHint: 'pelin@initech.example', settings: initech },
    ])
  })

  it('its only method is used without a press if the config says so, by redirect, and then no longer until a sign-in succeeds (K1c)', async () => {
    offer({ ...initech, immediate: true })
    void handler.startSignIn(acmeAuth())
    await vi.waitFor(() => expect(identity.signIns).toHaveLength(1))
    expect(identity.signIns).toMatchObject([{ method: 'oidc.initech', flow: 'redirect' }])
    expect(store.getState().screen.name).toBe('loading')

    void handler.startSignIn(acmeAuth())
    await vi.waitFor(buttons)
    expect(identity.signIns).toHaveLength(1)

    identity.returned = () => Promise.resolve({ user: userOf(acme) })
    await handler.startSignIn(acmeAuth())
    expect(tabStorage.read('foyer:without-press')).toBeNull()
  })

  it('a failure of a sign-in without a press is shown with the button', async () => {
    offer({ ...initech, immediate: true })
    identity.outcomes.push(() => Promise.reject(new CodedError('auth/internal-error')))
    void handler.startSignIn(acmeAuth())
    await vi.waitFor(buttons)
    expect(clientStateOf(store.getState()).error).not.toBe('')
  })

  it('a method among others waits for a press', async () => {
    offer('google.com', { ...initech, immediate: true })
    void handler.startSignIn(acmeAuth())
    expect((await vi.waitFor(buttons)).methods).toEqual(['google.com', 'oidc.initech'])
  })

  it.each([
    ['saml.acme', null],
    ['github.com', 'token of GitHub'],
  ])(
    'no token of %s is sent anywhere, and its credential is linked after a sign-in with the original method (K1e)',
    async (providerId, accessToken) => {
      offer('google.com', { provider: 'saml.acme', label })
      const pending = {
        providerId,
        email: 'can@example.com',
        accountProviders: [],
        accessToken,
        json: { providerId },
      }
      customToken = () => Promise.reject(new Error('The account service is asked.'))
      identity.returned = () => Promise.reject(new LinkingNeeded(pending, null))
      const owner = userOf(acme, { email: 'can@example.com' })
      identity.outcomes.push(() => Promise.resolve({ user: owner }))
      const outcome = handler.startSignIn(acmeAuth())
      const { notice } = await vi.waitFor(buttons)
      expect(notice).toMatchObject({ name: 'accountExists', newProviderId: providerId })
      expect(clientStateOf(store.getState()).error).toBe('')
      store.run('continueWith', 'google.com')
      await expect(outcome).resolves.toEqual({ user: owner })
      expect(identity.links).toEqual([pending])
    },
  )

  it('if the script of the notice is missing, the message has the name of the config (K1e)', async () => {
    offer('microsoft.com', initech)
    isLinkPartGone = true
    const pending = {
      providerId: 'microsoft.com',
      email: 'can@example.com',
      accountProviders: ['oidc.initech'],
      accessToken: null,
      json: {},
    }
    identity.returned = () => Promise.reject(new LinkingNeeded(pending, null))
    void handler.startSignIn(acmeAuth())
    await vi.waitFor(buttons)
    expect(failureIn(store.getState())?.account?.method).toBe(label.tr)
  })
})

describe('an email whose account has another sign-in method', () => {
  const credential = {
    providerId: 'microsoft.com',
    email: 'Can@example.com',
    accountProviders: [] as string[],
    accessToken: 'access-token',
    json: { providerId: 'microsoft.com' },
  }
  const owner = userOf(acme, { uid: 'demo-can', email: 'can@example.com' })
  const collide = () => Promise.reject(new LinkingNeeded(credential, null))

  it('after a click, an email whose account has another method is linked at once if the account service confirms the user', async () => {
    customToken = (accessToken) => Promise.resolve(`owner of ${accessToken}`)
    identity.owners.set('owner of access-token', () => Promise.resolve({ user: owner }))
    identity.outcomes.push(collide)
    const heard: unknown[] = []
    listen(events, 'foyer:link', (detail) => heard.push(detail))

    const outcome = handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'microsoft.com')
    await expect(outcome).resolves.toEqual({ user: owner })
    expect(identity.links).toEqual([credential])
    expect(heard).toEqual([credential])
    expect(pendingLinks.recall(acme)).toBeNull()
  })

  it('a credential is linked by a custom event, also if the page did not send it (C10a)', async () => {
    customToken = () => Promise.resolve('token')
    identity.owners.set('token', () => Promise.resolve({ user: owner }))
    const outcome = handler.startSignIn(acmeAuth())
    await buttons()
    expect(identity.links).toEqual([])
    events.dispatchEvent(new CustomEvent('foyer:link', { detail: credential }))
    await expect(outcome).resolves.toEqual({ user: owner })
    expect(identity.links).toEqual([credential])
  })

  it('a credential is not linked if the custom event of its press is stopped (C10a)', async () => {
    customToken = () => Promise.resolve('token')
    identity.owners.set('token', () => Promise.resolve({ user: owner }))
    identity.outcomes.push(collide)
    events.addEventListener('foyer:link', (event) => event.stopImmediatePropagation())
    void handler.startSignIn(acmeAuth())
    await buttons()
    store.run('continueWith', 'microsoft.com')
    await settled()
    expect(identity.links).toEqual([])
  })

  it('on the return from the provider, a credential is linked by a custom token, and the sign-in continues (C10b)', async () => {
    customToken = () => Promise.resolve('token')
    identity.owners.set('token', () => Promise.resolve({ user: owner }))
    identity.returned = collide
    await expect(handler.startSignIn(acmeAuth())).resolves.toEqual({ user: owner })
    expect(identity.links).toEqual([credential])
  })

  it('linking a credential continues after a reload', async () => {
    pendingLinks.keep({ credential, tenantId: acme, isRefused: false })
    customToken = () => Promise.resolve('token')
    identity.owners.set('token', () => Promise.resolve({ user: owner }))
    await expect(handler.startSignIn(acmeAuth())).resolves.toEqual({ user: owner })
    expect(identity.links).toEqual([credential])
  })

  it.each([
    ['address-unproven', false],
    ['account-unproven', false],
    ['unavailable', true],
    ['auth/network-request-failed', true],
  ])(
    'linking is explained after %s, and done when the user has signed in with the original method (AC-01, AC-03a)',
    async (code, mayPass) => {
      customToken = () => Promise.reject(new CodedError(code))
      identity.returned = collide
      identity.outcomes.push(() => Promise.resolve({ user: owner }))
      const outcome = handler.startSignIn(acmeAuth())
      const screen = await vi.waitFor(buttons)
      expect(screen.notice).toMatchObject({
        name: 'accountExists',
        email: 'Can@example.com',
        newProviderId: 'microsoft.com',
      })
      // A refusal is not an error for the user. A transient failure can be retried.
      expect(clientStateOf(store.getState()).error !== '').toBe(mayPass)

      store.run('continueWith', 'google.com')
      await expect(outcome).resolves.toEqual({ user: owner })
      expect(identity.links).toEqual([credential])
      expect(pendingLinks.recall(acme)).toBeNull()
    },
  )

  it('after a reload, a linking that the account service refused is explained again without another request', async () => {
    pendingLinks.keep({ credential, tenantId: acme, isRefused: true })
    let requests = 0
    customToken = () => {
      requests += 1
      return Promise.reject(new CodedError('address-unproven'))
    }
    void handler.startSignIn(acmeAuth())
    const { notice } = await vi.waitFor(buttons)
    await settled()
    expect(notice).toMatchObject({ name: 'accountExists' })
    expect(requests).toBe(0)
    expect(pendingLinks.recall(acme)).not.toBeNull()
  })

  it('linking is explained beside an error of the original method, which still links the credential', async () => {
    pendingLinks.keep({ credential, tenantId: acme, isRefused: true })
    identity.returned = () => Promise.reject(new CodedError('auth/user-cancelled'))
    void handler.startSignIn(acmeAuth())
    const { notice } = await vi.waitFor(buttons)
    expect(notice).toMatchObject({ name: 'accountExists', email: credential.email })
    expect(clientStateOf(store.getState()).error).not.toBe('')
  })

  it('a newer attempt with a guest account ends the linking, and only the guest account is explained', async () => {
    pendingLinks.keep({ credential, tenantId: acme, isRefused: true })
    identity.returned = () =>
      Promise.reject(new GuestAccountUsed({ directory: 'dir.example', address: null }))
    void handler.startSignIn(acmeAuth())
    const { notice } = await vi.waitFor(buttons)
    expect(notice).toMatchObject({ name: 'guest' })
    expect(pendingLinks.recall(acme)).toBeNull()
  })

  it.each<[string, string[], string | null]>([
    [
      'the explanation of linking has the account’s method, if the service lists it',
      ['google.com'],
      'google.com',
    ],
    ['the explanation of linking has no method that the page does not offer', ['apple.com'], null],
    [
      'the explanation of linking does not ask for the provider that was refused',
      ['microsoft.com'],
      null,
    ],
    ['the explanation of linking offers a link if the account’s methods are unknown', [], null],
  ])('%s', async (_what, accountProviders, providerId) => {
    const told = { ...credential, accountProviders }
    identity.returned = () => Promise.reject(new LinkingNeeded(told, null))
    void handler.startSignIn(acmeAuth())
    const { notice } = await vi.waitFor(buttons)
    if (notice?.name !== 'accountExists') throw new Error('Nothing is explained.')
    expect(notice.providerId).toBe(providerId)
    store.run('sendLinkToAccount')
    await settled()
    expect(linksAskedFor).toEqual(providerId === null ? [[told.email, told]] : [])
  })

  it('the buttons are the same whether or not the service lists the account’s methods (AC-02b)', async () => {
    const shown = []
    for (const accountProviders of [[], ['google.com']]) {
      identity.returned = () =>
        Promise.reject(new LinkingNeeded({ ...credential, accountProviders }, null))
      void handler.startSignIn(acmeAuth())
      const { methods, step, notice } = await vi.waitFor(buttons)
      shown.push({ methods, step, notice: notice?.name })
      pendingLinks.forget()
      show(store, { name: 'loading' })
    }
    expect(shown[0]).toEqual({
      methods: ['google.com', 'microsoft.com'],
      step: { name: 'methods' },
      notice: 'accountExists',
    })
    expect(shown[1]).toEqual(shown[0])
  })

  it('the notice stays while the user tries another method, and the credential stays for the link', async () => {
    identity.returned = collide
    void handler.startSignIn(acmeAuth())
    const screen = await vi.waitFor(buttons)
    store.run('openLinkSteps')
    await settled()
    const { step } = await buttons()
    expect(step.name).toBe('linkAddress')
    store.run('sendLink', 'can@example.com')
    await settled()
    expect(linksAskedFor).toEqual([['can@example.com', credential]])
    store.run('backToMethods')
    expect((await buttons()).notice).toEqual(screen.notice)
  })

  it.each([
    ['the method', ['google.com'], 'LINK_BY_FIRST_METHOD', 'Google'],
    ['no method, which enumeration protection hides', [], 'LINK_BY_USED_METHOD', null],
  ])(
    'if the script of the notice is missing, the message names the email address and %s',
    async (_what, accountProviders, key, method) => {
      isLinkPartGone = true
      identity.returned = () =>
        Promise.reject(new LinkingNeeded({ ...credential, accountProviders }, null))
      void handler.startSignIn(acmeAuth())
      const { notice } = await vi.waitFor(buttons)
      expect(notice).toBeNull()
      expect(failureIn(store.getState())).toMatchObject({
        key,
        account: { email: credential.email, method },
      })
    },
  )

  it('linking to a disabled account is reported, and the credential is removed', async () => {
    customToken = () => Promise.reject(new CodedError('user-disabled'))
    identity.returned = collide
    void handler.startSignIn(acmeAuth())
    await vi.waitFor(buttons)
    expect(clientStateOf(store.getState()).error).toBe('USER_DISABLED')
    expect(pendingLinks.recall(acme)).toBeNull()
  })

  it('a credential is not linked to an account with another email address, which is reported, and the sign-in continues', async () => {
    pendingLinks.keep({ credential, tenantId: acme, isRefused: true })
    const stranger = userOf(acme, { uid: 'stranger', email: 'stranger@example.com' })
    identity.returned = () => Promise.resolve({ user: stranger })
    const outcome = handler.startSignIn(acmeAuth())
    const screen = await vi.waitFor(linkFailed)
    expect(screen.failure.key).toBe('LINK_OTHER_ACCOUNT')
    store.run('goOn')
    await expect(outcome).resolves.toEqual({ user: stranger })
    expect(identity.links).toEqual([])
  })

  it.each<[string, () => void]>([
    ['on the return from the provider', () => (identity.returned = collide)],
    [
      'after signing in by the first method',
      () => {
        pendingLinks.keep({ credential, tenantId: acme, isRefused: true })
        identity.returned = () => Promise.resolve({ user: owner })
      },
    ],
  ])(
    'holds the sign-in until the user has read that linking failed, %s',
    async (_when, arrange) => {
      customToken = () => Promise.resolve('token')
      identity.owners.set('token', () => Promise.resolve({ user: owner }))
      identity.linking = () => Promise.reject(new CodedError('auth/credential-already-in-use'))
      arrange()
      let isOver = false
      const outcome = handler.startSignIn(acmeAuth()).finally(() => (isOver = true))
      await vi.waitFor(linkFailed)
      await settled()
      expect(isOver).toBe(false)
      store.run('goOn')
      await expect(outcome).resolves.toEqual({ user: owner })
    },
  )

  it('a linking that failed is reported, and the sign-in continues (AC-03b)', async () => {
    pendingLinks.keep({ credential, tenantId: acme, isRefused: true })
    identity.linking = () => Promise.reject(new CodedError('auth/credential-already-in-use'))
    identity.returned = () => Promise.resolve({ user: owner })
    const outcome = handler.startSignIn(acmeAuth())
    const screen = await vi.waitFor(linkFailed)
    expect(screen.failure.key).toBe('LINK_FAILED')
    store.run('goOn')
    await expect(outcome).resolves.toEqual({ user: owner })
  })

  it('nothing is reported if the credential was already linked', async () => {
    pendingLinks.keep({ credential, tenantId: acme, isRefused: true })
    identity.linking = () => Promise.reject(new CodedError('auth/provider-already-linked'))
    identity.returned = () => Promise.resolve({ user: owner })
    await expect(handler.startSignIn(acmeAuth())).resolves.toEqual({ user: owner })
  })

  it('a pending credential of another tenant waits for that tenant', async () => {
    pendingLinks.keep({ credential, tenantId: 'globex-4c5d6', isRefused: true })
    identity.returned = () => Promise.resolve({ user: owner })
    await expect(handler.startSignIn(acmeAuth())).resolves.toEqual({ user: owner })
    expect(identity.links).toEqual([])
  })

  function linkFailed(): Extract<Screen, { name: 'linkFailed' }> {
    const screen = store.getState().screen
    if (screen.name !== 'linkFailed') throw new Error(`The screen is ${screen.name}.`)
    return screen
  }
})

describe('a guest of another company’s directory', () => {
  const guest = { directory: 'dir.onmicrosoft.com', address: 'can@acme.example' }
  const refuse = () => Promise.reject(new GuestAccountUsed(guest))

  it.each<[string, () => void]>([
    ['on the return from Microsoft', () => (identity.returned = refuse)],
    ['from a click', () => identity.outcomes.push(refuse)],
  ])('is told which account is expected and can choose it, %s', async (_when, prepare) => {
    prepare()
    void handler.startSignIn(acmeAuth())
    const first = await vi.waitFor(buttons)
    if (first.notice === null) store.run('continueWith', 'microsoft.com')
    const notice = await vi.waitFor(async () => {
      const shown = (await buttons()).notice
      if (shown?.name !== 'guest') throw new Error('Nothing is told.')
      return shown
    })
    expect(notice).toEqual({ name: 'guest', directory: guest.directory, email: guest.address })
    expect(clientStateOf(store.getState()).error).toBe('')
    store.run('chooseAnotherAccount')
    expect(identity.signIns.at(-1)).toMatchObject({
      method: 'microsoft.com',
      loginHint: 'can@acme.example',
    })
  })

  it('the explanation for a guest does not replace the phone steps that the user has opened meanwhile', async () => {
    let finish = () => {}
    linkPartLoads = new Promise((resolve) => {
      finish = resolve
    })
    loadSteps = () =>
      Promise.resolve(() => ({ start: () => show(store, { name: 'signedOut' }), stop() {} }))
    identity.outcomes.push(refuse)
    void handler.startSignIn(acmeAuth())
    await vi.waitFor(buttons)
    store.run('continueWith', 'microsoft.com')
    await settled()
    store.run('continueWith', 'phone')
    await settled()
    finish()
    await settled()
    expect(store.getState().screen.name).toBe('signedOut')
  })

  it('a guest gets a shorter explanation if the script of the notice is missing', async () => {
    isLinkPartGone = true
    identity.returned = refuse
    void handler.startSignIn(acmeAuth())
    await vi.waitFor(buttons)
    expect(clientStateOf(store.getState()).error).toBe('GUEST_ACCOUNT')
  })
})

it('completeSignOut shows that the sign-out is complete (C7b)', async () => {
  await handler.completeSignOut()
  expect(store.getState().screen.name).toBe('signedOut')
})
