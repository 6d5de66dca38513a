import type { AuthenticationHandler, User } from '@foyer/iap-sign-in'
import type { Config } from '@foyer/contract/config'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import english from '@foyer/messages/en/errors.json'
import turkish from '@foyer/messages/tr/errors.json'
import { createLoopGuard } from '../browser/loop-guard.ts'
import { loadConfig } from '../config/load-config.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { Failure } from '../errors/failure.ts'
import { InterruptedSignIn } from '../identity/interrupted-sign-in.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createLinking } from '../linking/linking.ts'
import { createManualToken } from './manual-token.ts'
import type { ManualToken } from './manual-token.ts'
import { createPendingLinks } from './pending-links.ts'
import type { PendingLinks } from './pending-links.ts'
import { createSignInFlow } from './sign-in-flow.ts'
import type { FlowDeps } from './sign-in-flow.ts'
import { clientStateOf } from './client-state.ts'
import { createSignInStore, failureIn, show } from './store.ts'
import type { Screen } from './screen.ts'
import type { SignInStore } from './store.ts'

const request = '?mode=login&apiKey=demo-api-key&tid=acme-1a2b3&redirect_uri=x&state=y'

let store: SignInStore
let search: string
let path: string
let identity: InMemoryIdentity
let pendingLinks: PendingLinks
let manualToken: string | null
let isSwitch: boolean
let arrivedLink: string | null
/** The query of the request from which this browser requested the link. */
let askedSearch: string | null
let forgotten: string[]
/** The manual sign-ins, each with the tenant of the request. */
let manual: [string, string | null][]
let newUsers: User[]
let configs: (() => Promise<Config>)[]
let left: string[]
let reloads: number
let inApp: FlowDeps['inAppBrowser']
let guard: FlowDeps['guard']
let realManualToken: ManualToken | null
let loadSteps: FlowDeps['loadSteps']
let comeBackOnline: () => void
let goBack: () => void
let steps: Map<string, number>
let forgottenSteps: string[]
let forgottenCodes: number
/** For each sign-out that the other tabs were notified of: how often the accounts had been removed by then. */
let told: number[]
let hasSignedOut: boolean
let engine: {
  starts: number
  handler: AuthenticationHandler | null
  originalUrl: () => Promise<string | null>
  /** How `start()` ends. */
  end: () => Promise<void>
}

beforeEach(() => {
  store = createSignInStore()
  search = request
  path = '/'
  identity = createInMemoryIdentity(demoConfig.apiKey)
  pendingLinks = createPendingLinks(createMemoryStorage(), () => 0)
  manualToken = null
  isSwitch = false
  arrivedLink = null
  askedSearch = null
  forgotten = []
  manual = []
  newUsers = []
  configs = []
  left = []
  reloads = 0
  guard = {
    take(step, { limit = 1, subject = '' } = {}) {
      const key = `${step} ${subject}`.trim()
      const taken = steps.get(key) ?? 0
      steps.set(key, taken + 1)
      return taken < limit ? 'go' : 'stop'
    },
    forget: (step) => void forgottenSteps.push(step),
  }
  realManualToken = null
  inApp = () => Promise.resolve(null)
  loadSteps = () => Promise.reject(new CodedError('page-outdated'))
  comeBackOnline = () => {}
  goBack = () => {}
  steps = new Map()
  forgottenSteps = []
  forgottenCodes = 0
  told = []
  hasSignedOut = false
  engine = {
    starts: 0,
    handler: null,
    originalUrl: () => Promise.resolve(null),
    end: () => Promise.resolve(),
  }
})

function start(): void {
  const deps: FlowDeps = {
    loadConfig: () => (configs.shift() ?? (() => Promise.resolve(demoConfig)))(),
    openIdentity: () => identity,
    createAuthentication(handler) {
      engine.handler = handler
      return {
        start() {
          engine.starts += 1
          return engine.end()
        },
        getOriginalURL: () => engine.originalUrl(),
      }
    },
    guard,
    tabStorage: createMemoryStorage(),
    pendingSteps: {
      recall: () => null,
      forget() {
        forgottenCodes += 1
      },
    },
    loadSteps: (...how) => loadSteps(...how),
    forgetAskedLink: () => forgotten.push('asked link'),
    explainRejection: ({ error }) => Promise.reject(error),
    signOuts: {
      tell: () => void told.push(identity.forgotten),
      takeReturn: () => hasSignedOut,
    },
    arrivedLink: { read: () => arrivedLink },
    loadAccountSteps: (_config, identityGiven, { tell }) =>
      Promise.resolve({
        ...createLinking({
          store,
          pendingLinks,
          accountService: { customToken: () => Promise.reject(new CodedError('unavailable')) },
          tell,
        }),
        linkAttempts: () => {
          throw new Error('asked of the buttons')
        },
        chooseTenant: () => {
          throw new Error('asked of the handler')
        },
        async completeFirstLogin(user) {
          show(store, { name: 'welcome' })
          newUsers.push(user)
        },
        async signInManually({ customToken }, tid) {
          manual.push([customToken, tid])
          const { user } = await identityGiven.authOf(null).signInWithCustomToken(customToken)
          if (!user) throw new CodedError('auth/null-user')
          return { user, isSwitch }
        },
        async signInByLink(link) {
          const { user } = await identityGiven.authOf(null).signInWithCustomToken(link)
          if (!user) throw new CodedError('auth/null-user')
          const manual = { user, isSwitch }
          return { manual, search: askedSearch, providerId: 'microsoft.com' }
        },
      }),
    manualToken: realManualToken ?? {
      take: () =>
        Promise.resolve(manualToken === null ? null : { customToken: manualToken, isOwn: false }),
      remove() {
        manualToken = null
      },
    },
    pendingLinks,
    events: new EventTarget(),
    stepHistory: { show() {}, end() {} },
    tenantChoice: { isNoted: () => false, open() {} },
    lastAccount: { recall: () => null, note() {}, forget() {} },
    lastMethod: { recall: () => null, note() {} },
    inAppBrowser: () => inApp(),
    shownLanguage: () => 'en',
    date: () => new Date(0),
    page: {
      search: () => search,
      path: () => path,
      moveTo(to) {
        path = to
      },
      resume(to) {
        search = to
      },
      leave: (url) => left.push(url),
      reload: () => {
        reloads += 1
      },
      whenBackOnline: (callback) => {
        comeBackOnline = callback
      },
      whenMoved: (callback) => {
        goBack = callback
      },
    },
  }
  const flow = createSignInFlow(store, deps)
  flow.start()
}

async function failureScreen(): Promise<Extract<Screen, { name: 'failure' }>> {
  return vi.waitFor(() => {
    const screen = store.getState().screen
    if (screen.name !== 'failure') throw new Error(`The screen is ${screen.name}.`)
    return screen
  })
}

type SignInButtons = Extract<Screen, { name: 'signInButtons' }>

function currentButtons(): SignInButtons {
  const screen = store.getState().screen
  if (screen.name !== 'signInButtons') throw new Error(`The screen is ${screen.name}.`)
  return screen
}

/** Lets the engine ask for the sign-in buttons. */
async function signInButtons(): Promise<SignInButtons> {
  const handler = await startedHandler()
  void handler.startSignIn(handler.getAuth(demoConfig.apiKey, 'acme-1a2b3'))
  return vi.waitFor(currentButtons)
}

async function shownFailure(): Promise<Failure> {
  return vi.waitFor(() => {
    const failure = failureIn(store.getState())
    if (failure === null) throw new Error('No failure is shown.')
    return failure
  })
}

async function startedHandler(): Promise<AuthenticationHandler> {
  start()
  return vi.waitFor(() => {
    if (!engine.handler || engine.starts === 0) throw new Error('The engine was not started.')
    return engine.handler
  })
}

describe('start', () => {
  it('the flow starts the engine once, with the loaded config', async () => {
    await startedHandler()
    expect(engine.starts).toBe(1)
    expect(clientStateOf(store.getState())).toMatchObject({
      currentScreen: 'loading',
      config: demoConfig,
    })
  })

  it('without a sign-in request, the page goes to the product (A13a)', async () => {
    search = '?lang=tr'
    start()
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
    expect(engine.starts).toBe(0)
  })

  it('the page goes to the product each time the user opens its URL, also within a minute (A13a)', async () => {
    search = ''
    const storage = createMemoryStorage()
    const hasUserLed = true
    for (const count of [1, 2, 3, 4]) {
      guard = createLoopGuard(storage, () => count * 1000, hasUserLed)
      start()
      await vi.waitFor(() => expect(left).toHaveLength(count))
    }
    expect(new Set(left)).toEqual(new Set([demoConfig.productURL]))
  })

  it('if the product has just redirected back, the page shows an error instead', async () => {
    search = ''
    steps.set('product', 1)
    start()
    const { failure } = await failureScreen()
    expect(failure.key).toBe('NO_REQUEST')
    expect(left).toEqual([])
  })

  it.each(['?mode=login', '?state=x', '?apiKey=', '?redirect_uri='])(
    'a broken request (%s) is refused by the engine',
    async (broken) => {
      search = broken
      await startedHandler()
      expect(left).toEqual([])
    },
  )

  it('a config that cannot be fetched is reported, and its retry works (NW-01e)', async () => {
    configs.push(() => Promise.reject(new CodedError('config-unavailable')))
    start()
    const screen = await failureScreen()
    expect(screen.failure).toMatchObject({ key: 'SERVICE_UNAVAILABLE', action: 'retry' })
    store.run('retry')
    await vi.waitFor(() => expect(engine.starts).toBe(1))
    expect(store.getState().screen.name).toBe('loading')
  })
})

describe('a config', () => {
  const document = JSON.stringify(demoConfig)

  it.each([
    ['HTML', 'NW-01a', () => new Response('<!doctype html><title>Sign in</title>')],
    ['missing', 'NW-01b', () => new Response(document, { status: 404 })],
    ['empty', 'NW-01c', () => new Response('')],
    ['broken JSON', 'NW-01c', () => new Response(document.slice(0, -1))],
    ['without its API key', 'NW-01d', () => Response.json({ ...demoConfig, apiKey: undefined })],
    [
      'unsafe in a URL of the branding',
      'none of which is shown',
      () => Response.json({ ...demoConfig, branding: { privacyUrl: 'javascript:alert(1)' } }),
    ],
  ])(
    'a config that is %s is reported in both languages, with a retry (%s)',
    async (_what, _id, answer) => {
      configs.push(() => loadConfig(async () => answer(), 'localhost'))
      start()
      const { failure } = await failureScreen()
      expect(failure).toMatchObject({ key: 'SERVICE_UNAVAILABLE', action: 'retry' })
      expect(store.getState().config).toBeNull()
      expect(english[failure.key]).toMatch(/^Sign-in is not available/)
      expect(turkish[failure.key]).toMatch(/giriş yapılamıyor/)
      store.run('retry')
      await vi.waitFor(() => expect(engine.starts).toBe(1))
    },
  )
})

it('a failure of the engine that its handler does not get is shown', async () => {
  engine.end = () => Promise.reject(new TypeError('URL.canParse is not a function'))
  start()
  expect((await failureScreen()).failure.key).toBe('UNKNOWN_ERROR')
})

it('a failure that the handler got is shown once, although the engine rejects with it too', async () => {
  engine.end = () => {
    engine.handler?.handleError?.(new CodedError('invalid-request'))
    return Promise.reject(new CodedError('unavailable'))
  }
  start()
  await failureScreen()
  // The second failure would be shown before this task.
  await new Promise((resolve) => setTimeout(resolve))
  expect((await failureScreen()).failure.key).toBe('LINK_INVALID')
})

it('errors and messages in a URL are never shown (UR-18a)', async () => {
  const markup = '<img src=x onerror=alert(1)>'
  search = `${request}&${new URLSearchParams({ error: markup, message: markup, error_description: markup })}`
  const handler = await startedHandler()
  handler.handleError?.(new CodedError('invalid-request'))
  await failureScreen()
  // The page shows nothing that is not in its state.
  expect(JSON.stringify(store.getState())).not.toMatch(/onerror/)
  void handler.startSignIn(handler.getAuth(demoConfig.apiKey, 'acme-1a2b3'))
  await vi.waitFor(currentButtons)
  expect(JSON.stringify(store.getState())).not.toMatch(/onerror/)
})

describe('a failure of the engine', () => {
  it('the retry of an engine failure is the engine’s own (G5b)', async () => {
    const handler = await startedHandler()
    let retries = 0
    const retry = (): Promise<void> => {
      retries += 1
      return Promise.reject(new CodedError('unavailable'))
    }
    handler.handleError?.(Object.assign(new CodedError('unavailable'), { retry }))
    await failureScreen()
    store.run('retry')
    expect(retries).toBe(1)
    expect(reloads).toBe(0)
  })

  it('a failure without a network is retried automatically when the network is back', async () => {
    const handler = await startedHandler()
    let retries = 0
    const retry = (): Promise<void> => {
      retries += 1
      show(store, { name: 'loading' })
      return Promise.resolve()
    }
    handler.handleError?.(Object.assign(new CodedError('auth/network-request-failed'), { retry }))
    await failureScreen()
    comeBackOnline()
    comeBackOnline()
    expect(retries).toBe(1)
  })

  it('going Back from a failure runs the previous request again', async () => {
    const handler = await startedHandler()
    handler.handleError?.(new CodedError('mismatching-tenant'))
    await failureScreen()
    goBack()
    await vi.waitFor(() => expect(engine.starts).toBe(2))
    expect(engine.handler).not.toBe(handler)
    expect(store.getState().screen.name).toBe('loading')
    goBack()
    await new Promise((resolve) => setTimeout(resolve))
    expect(engine.starts).toBe(2)
  })

  it('a redirect token that has expired starts again at the original URL at once', async () => {
    engine.originalUrl = () => Promise.resolve('https://app.example.com/page')
    const handler = await startedHandler()
    const retry = (): Promise<void> => {
      const error = new CodedError('gcip-token-invalid')
      handler.handleError?.(error)
      return Promise.reject(error)
    }
    handler.handleError?.(Object.assign(new CodedError('unavailable'), { retry }))
    await failureScreen()
    store.run('retry')
    await vi.waitFor(() => expect(left).toEqual(['https://app.example.com/page']))
  })

  it('a disabled account is reported, and only the user can start the request again (AC-09b)', async () => {
    const handler = await startedHandler()
    handler.handleError?.(new CodedError('auth/user-disabled'))
    const screen = await failureScreen()
    expect(screen.failure.key).toBe('USER_DISABLED')
    comeBackOnline()
    await new Promise((resolve) => setTimeout(resolve))
    expect([reloads, engine.starts, left, identity.signIns]).toEqual([0, 1, [], []])
    store.run('retry')
    expect(reloads).toBe(1)
  })

  it.each([
    ['auth/user-token-expired', 'G3a'],
    ['id-token-expired', 'G3a'],
    ['unauthenticated', 'G3a'],
    ['api-key-refused', 'G3b'],
  ])('%s from the engine leads to the product, once (%s, G3c)', async (code) => {
    const handler = await startedHandler()
    handler.handleError?.(new CodedError(code))
    expect(left).toEqual([demoConfig.productURL])
    handler.handleError?.(new CodedError(code))
    await failureScreen()
    expect(left).toHaveLength(1)
  })

  it('an ID token that has expired again after the product was opened mentions the time of the device (TK-01b)', async () => {
    const handler = await startedHandler()
    handler.handleError?.(new CodedError('id-token-expired'))
    handler.handleError?.(new CodedError('id-token-expired'))
    const { failure } = await failureScreen()
    expect(english[failure.key]).toContain('date and time of your device')
    expect(turkish[failure.key]).toContain('tarih')
  })

  it('claims that do not fit into a cookie are an error with a reference and without a new start, which would fail again', async () => {
    const handler = await startedHandler()
    handler.handleError?.(new CodedError('claims-too-large'))
    const { failure } = await failureScreen()
    expect(failure).toMatchObject({ key: 'CLAIMS_TOO_LARGE', action: 'contact' })
    expect(failure.reference).toMatch(/^[0-9A-Z]{4}-\d{6}$/)
    expect(left).toEqual([])
    expect(reloads).toBe(0)
  })

  it('an expired state starts again at the original URL, the first time automatically and then by a button', async () => {
    engine.originalUrl = () => Promise.resolve('https://app.example.com/page?x=1')
    const handler = await startedHandler()
    handler.handleError?.(new CodedError('restart-process'))
    await vi.waitFor(() => expect(left).toEqual(['https://app.example.com/page?x=1']))

    handler.handleError?.(new CodedError('restart-process'))
    const screen = await failureScreen()
    expect(screen.failure).toMatchObject({ key: 'SIGN_IN_EXPIRED', action: 'restart' })
    store.run('retry')
    await vi.waitFor(() => expect(left).toHaveLength(2))
  })

  it('an expired state starts again at the product if the original URL is lost', async () => {
    engine.originalUrl = () => Promise.reject(new CodedError('unavailable'))
    const handler = await startedHandler()
    handler.handleError?.(new CodedError('restart-process'))
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
  })
})

describe('a failure of a step on the page', () => {
  const refused = (code: string) => () => Promise.reject(new CodedError(code))
  const g3 = [
    ['api-key-refused', 'G3b'],
    ['auth/invalid-api-key', 'G3b'],
    ['auth/user-token-expired', 'G3a'],
  ] as const

  it.each(g3)('%s behind a sign-in button leads to the product, once (%s, G3c)', async (code) => {
    identity.outcomes = [refused(code), refused(code)]
    const handler = await startedHandler()
    const ask = () => {
      void handler.startSignIn(handler.getAuth(demoConfig.apiKey, 'acme-1a2b3'))
      return vi.waitFor(currentButtons)
    }
    await ask()
    store.run('continueWith', 'google.com')
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
    expect(store.getState().screen.name).toBe('loading')

    await ask()
    store.run('continueWith', 'google.com')
    expect(await shownFailure()).toMatchObject({ action: 'product' })
    expect(left).toHaveLength(1)
  })

  it.each(g3)('%s on the way back from a provider leads to the product (%s)', async (code) => {
    identity.returned = refused(code)
    const handler = await startedHandler()
    void handler.startSignIn(handler.getAuth(demoConfig.apiKey, 'acme-1a2b3'))
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
  })

  it.each(g3)('%s in the phone form leads to the product, once (%s, G3c)', async (code) => {
    const said: Failure[] = []
    let fail = (): void => {}
    loadSteps = () =>
      Promise.resolve(({ tell }) => {
        fail = () => tell(new CodedError(code), (failure) => said.push(failure))
        return { start: fail, stop() {} }
      })
    await signInButtons()
    store.run('continueWith', 'phone')
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
    fail()
    expect(said).toMatchObject([{ action: 'product' }])
    expect(left).toHaveLength(1)
  })

  it.each(g3)('%s from a token in the URL leads to the product (%s)', async (code) => {
    manualToken = 'token'
    identity.owners.set('token', refused(code))
    start()
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
  })

  it('a press with a transient failure is repeated by the retry (G5b)', async () => {
    identity.outcomes = [refused('auth/network-request-failed')]
    await signInButtons()
    store.run('continueWith', 'microsoft.com')
    await shownFailure()
    store.run('retry')
    expect(identity.signIns.map(({ method }) => method)).toEqual(['microsoft.com', 'microsoft.com'])
    expect(clientStateOf(store.getState())).toMatchObject({ loading: true, error: '' })
  })

  it('a sign-in that was interrupted on the return is repeated without the provider (G5b)', async () => {
    const user = userOf('acme-1a2b3')
    const outcomes = [refused('auth/too-many-requests'), () => Promise.resolve({ user })]
    const interrupted = (code: string): InterruptedSignIn =>
      new InterruptedSignIn(code, {
        cause: null,
        repeat: () => (outcomes.shift() ?? refused('internal'))(),
      })
    identity.returned = () => Promise.reject(interrupted('auth/network-request-failed'))
    const handler = await startedHandler()
    const signedIn = handler.startSignIn(handler.getAuth(demoConfig.apiKey, 'acme-1a2b3'))
    await vi.waitFor(currentButtons)
    const first = await shownFailure()
    expect(first.key).toBe('NETWORK')
    store.run('retry')
    expect(store.getState().screen.name).toBe('loading')
    await vi.waitFor(currentButtons)
    const second = await shownFailure()
    expect(second.key).toBe('TOO_MANY_REQUESTS')
    store.run('retry')
    expect(await signedIn).toEqual({ user })
    expect(identity.signIns).toEqual([])
  })

  it('a repeated sign-in that ends at an account of another tenant is reported at the buttons', async () => {
    identity.returned = () =>
      Promise.reject(
        new InterruptedSignIn('auth/network-request-failed', {
          cause: null,
          repeat: () => Promise.resolve({ user: userOf('globex-4c5d6') }),
        }),
      )
    const handler = await startedHandler()
    void handler.startSignIn(handler.getAuth(demoConfig.apiKey, 'acme-1a2b3'))
    await vi.waitFor(currentButtons)
    await shownFailure()
    store.run('retry')
    expect(store.getState().screen.name).toBe('loading')
    await vi.waitFor(currentButtons)
    expect((await shownFailure()).key).toBe('ACCOUNT_OF_OTHER_TENANT')
  })

  it.each([
    ['auth/user-disabled', 'USER_DISABLED'],
    ['auth/multi-factor-auth-required', 'SECOND_FACTOR'],
  ])('a failure for which a retry does not help has none: %s', async (code, key) => {
    identity.outcomes = [refused(code)]
    await signInButtons()
    store.run('continueWith', 'google.com')
    const failure = await shownFailure()
    expect(failure.key).toBe(key)
    expect(failure.canRetry).toBeUndefined()
  })

  it('a script that stays missing is reported with a manual reload (NW-04b)', async () => {
    await signInButtons()
    store.run('continueWith', 'phone')
    expect((await shownFailure()).key).toBe('PAGE_OUTDATED')
    store.run('retry')
    expect(reloads).toBe(1)
  })

  it('a token from the URL that failed without a network is used by the retry (G5b)', async () => {
    search = ''
    manualToken = 'token'
    identity.owners.set('token', refused('auth/network-request-failed'))
    start()
    await failureScreen()
    manualToken = null
    identity.owners.set('token', () => Promise.resolve({ user: userOf(null) }))
    store.run('retry')
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
    expect(manual).toEqual([
      ['token', null],
      ['token', null],
    ])
  })

  it('a token from the URL that was refused is not used again', async () => {
    manualToken = 'token'
    identity.owners.set('token', refused('auth/invalid-custom-token'))
    start()
    await failureScreen()
    manualToken = null
    store.run('retry')
    await vi.waitFor(() => expect(engine.starts).toBe(1))
    expect(manual).toHaveLength(1)
  })
})

describe('in the browser of another app', () => {
  it.each([
    ['the address asked for', () => Promise.resolve('https://app.example.com/page?x=1')],
    ['the product, where that is lost', () => Promise.reject(new CodedError('unavailable'))],
  ])(
    'in the browser of another app, the link to the browser opens %s',
    async (_what, originalUrl) => {
      inApp = () => Promise.resolve({ opensOtherApps: true })
      engine.originalUrl = originalUrl
      expect((await signInButtons()).inApp).toMatchObject({ opensOtherApps: true })
      const applicationUrl = await originalUrl().catch(() => demoConfig.productURL)
      await vi.waitFor(() =>
        expect(store.getState()).toMatchObject({ originalUrl: applicationUrl }),
      )
    },
  )

  it('in the browser of another app, the buttons are shown even if the notice cannot be fetched', async () => {
    inApp = () => Promise.reject(new CodedError('page-outdated'))
    expect(await signInButtons()).toMatchObject({ inApp: null })
  })
})

describe('a redirect loop', () => {
  it('a redirect loop is stopped at the third return to the same URL within a minute, with a way to sign out (ST-10b)', async () => {
    const handler = await startedHandler()
    const finish = (path = '/a') => handler.beforeReturn?.(new URL(path, demoConfig.productURL))
    finish()
    finish()
    finish('/b')
    expect(finish).toThrowError(expect.objectContaining({ code: 'sent-back' }))
    expect(forgottenSteps).toEqual([])

    handler.handleError?.(new CodedError('sent-back'))
    await failureScreen()
    store.run('signOut')
    expect(left).toEqual(['/?mode=signout&apiKey=demo-api-key'])
  })
})

describe('a redirect loop, with the page’s own guard', () => {
  let time: number
  /** Lets a sign-in return to the page after these times in seconds, and records whether it may continue. */
  async function returnsAt(...seconds: number[]): Promise<string[]> {
    const storage = createMemoryStorage()
    time = 0
    guard = createLoopGuard(storage, () => time, false)
    const handler = await startedHandler()
    return seconds.map((second) => {
      time = second * 1000
      try {
        handler.beforeReturn?.(new URL('/a', demoConfig.productURL))
        return 'goes on'
      } catch (error) {
        handler.handleError?.(error as Error)
        return 'stops'
      }
    })
  }

  it('a redirect loop is stopped at the third return to one request within 60 s, with an explanation (ST-10a)', async () => {
    expect(await returnsAt(0, 30, 59)).toEqual(['goes on', 'goes on', 'stops'])
    const { failure } = await failureScreen()
    expect(failure).toMatchObject({ key: 'SENT_BACK', action: 'signOut' })
    expect([english.SENT_BACK, turkish.SENT_BACK]).toEqual([
      expect.stringContaining('sending you back'),
      expect.stringContaining('geri gönderiyor'),
    ])
  })

  it.each([
    [0, 60, 120, 180],
    [0, 30, 60, 90],
  ])(
    'three returns of which the first is 60 s ago are not stopped: %i, %i, %i, %i s (ST-10c)',
    async (...seconds) => {
      const outcomes = await returnsAt(...seconds)
      expect(outcomes).toEqual(['goes on', 'goes on', 'goes on', 'goes on'])
    },
  )
})

describe('a sign-out', () => {
  beforeEach(() => {
    search = '?mode=signout&apiKey=demo-api-key'
  })

  it('a sign-out removes all accounts from the browser before it shows that it is complete (C7c)', async () => {
    manualToken = 'left by a tab that was closed'
    pendingLinks.keep({
      credential: {
        providerId: 'google.com',
        email: 'a@b.example',
        accountProviders: [],
        accessToken: 'x',
        json: {},
      },
      tenantId: null,
      isRefused: true,
    })
    let forget = (): void => {}
    identity.forgetting = () => new Promise((resolve) => (forget = resolve))
    const handler = await startedHandler()
    const outcome = handler.completeSignOut()
    await vi.waitFor(() => expect(forgottenCodes).toBe(1))
    expect(store.getState().screen.name).toBe('loading')
    forget()
    await outcome
    expect(store.getState().screen).toEqual({ name: 'signedOut' })
    expect(identity.forgotten).toBe(1)
    expect(manual).toEqual([])
    expect(manualToken).toBeNull()
    expect(pendingLinks.recall(null)).toBeNull()
    // Not earlier, because the other tabs would start over with the account.
    expect(told).toEqual([1])
  })

  it('an expired sign-out request does not start a sign-in, but the page’s own sign-out', async () => {
    search += '&redirect_uri=https%3A%2F%2Fapp.example.com%2Fhandle&state=expired'
    const handler = await startedHandler()
    handler.handleError?.(new CodedError('restart-process'))
    const { failure } = await failureScreen()
    expect(failure).toMatchObject({ key: 'SIGN_OUT_FAILED', action: 'signOut' })
    expect(left).toEqual([])
    store.run('signOut')
    expect(left).toEqual(['/?mode=signout&apiKey=demo-api-key'])
  })

  it('a sign-out after which the application redirects back here is shown', async () => {
    search = request
    hasSignedOut = true
    await startedHandler()
    expect(store.getState().hasSignedOut).toBe(true)
  })

  it('a sign-out that may have left an account does not show that it is complete', async () => {
    identity.forgetting = () => Promise.reject(new CodedError('auth/timeout'))
    const handler = await startedHandler()
    await expect(handler.completeSignOut()).rejects.toMatchObject({ code: 'auth/timeout' })
    expect(store.getState().screen.name).toBe('loading')
  })
})

describe('a tab whose account another tab has replaced', () => {
  it('a tab whose account another tab has replaced starts over with the same request', async () => {
    const handler = await startedHandler()
    handler.handleError?.(new CodedError('account-changed'))
    await vi.waitFor(() => expect(reloads).toBe(1))
    expect(store.getState().screen.name).toBe('loading')
  })
})

describe('a token in the URL', () => {
  const user = userOf(null)
  const newUser = userOf(null, { claims: { firstLogin: true } })

  it('a token in the URL signs in once, and the request continues with that account (C12b)', async () => {
    manualToken = 'token'
    identity.owners.set('token', () => Promise.resolve({ user }))
    await startedHandler()
    expect(manual).toEqual([['token', 'acme-1a2b3']])
    expect(engine.starts).toBe(1)
  })

  it.each([
    ['it signed in', () => Promise.resolve({ user })],
    ['it was refused', () => Promise.reject(new CodedError('auth/invalid-custom-token'))],
    ['the network was lost', () => Promise.reject(new CodedError('auth/network-request-failed'))],
  ])('a token in the URL is removed from the storage: %s (C12c)', async (_what, outcome) => {
    const storage = createMemoryStorage()
    realManualToken = createManualToken(storage, createMemoryStorage(), () => undefined)
    realManualToken.put('a.b.c')
    search = ''
    let isAsked = false
    identity.owners.set('a.b.c', () => {
      isAsked = true
      return outcome()
    })
    start()
    await vi.waitFor(() => expect(isAsked).toBe(true))
    expect(storage.read('manual_token')).toBeNull()
    await vi.waitFor(() =>
      expect(left.length > 0 || store.getState().screen.name === 'failure').toBe(true),
    )
    expect(storage.read('manual_token')).toBeNull()
  })

  it('a token in the URL without a request leads to the product', async () => {
    search = ''
    manualToken = 'token'
    identity.owners.set('token', () => Promise.resolve({ user }))
    start()
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
    expect(manual).toEqual([['token', null]])
    expect(newUsers).toEqual([])
  })

  it('a token in the URL that replaces another account ends the application’s session', async () => {
    search = ''
    manualToken = 'token'
    isSwitch = true
    identity.owners.set('token', () => Promise.resolve({ user }))
    start()
    await vi.waitFor(() => expect(left).toHaveLength(1))
    const address = new URL(left[0] ?? '')
    expect(address.searchParams.get('gcp-iap-mode')).toBe('CLEAR_LOGIN_COOKIE')
    expect(address.href).toContain(demoConfig.productURL)
  })

  it('a token in the URL without a request first creates the account of a new user, and then leads to the product (C9c)', async () => {
    search = ''
    manualToken = 'token'
    identity.owners.set('token', () => Promise.resolve({ user: newUser }))
    start()
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
    expect(newUsers).toEqual([newUser])
    expect(path).toBe('/welcome')
  })

  it('an expired token in the URL is reported in both languages, and nothing else starts (TK-04a)', async () => {
    manualToken = 'token'
    identity.owners.set('token', () => Promise.reject(new CodedError('custom-token-expired')))
    start()
    const { failure } = await failureScreen()
    expect(failure.key).toBe('SIGN_IN_EXPIRED')
    expect(english.SIGN_IN_EXPIRED).toMatch(/has expired\. Please start again\.$/)
    expect(turkish.SIGN_IN_EXPIRED).toMatch(/yeniden başlayın\.$/)
    expect(engine.starts).toBe(0)
  })

  it('after an expired token in the URL, the user can start again at the application (TK-04b)', async () => {
    manualToken = 'token'
    identity.owners.set('token', () => Promise.reject(new CodedError('custom-token-expired')))
    start()
    const { failure } = await failureScreen()
    expect([failure.action, left]).toEqual(['restart', []])
    store.run('retry')
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
  })
})

describe('/welcome', () => {
  const newUser = userOf(null, { claims: { firstLogin: true } })

  it('/welcome completes the first login of a request, and keeps the request (C9a)', async () => {
    const handler = await startedHandler()
    identity.remembered = newUser
    await handler.processUser?.(newUser)
    expect(path).toBe('/welcome')
    expect(newUsers).toEqual([newUser])
    expect(search).toBe(request)
  })

  it('/welcome removes the stored token at its end', async () => {
    const handler = await startedHandler()
    manualToken = 'left over'
    identity.remembered = newUser
    await handler.processUser?.(newUser)
    expect(manualToken).toBeNull()
  })

  it('/welcome continues with the request after a reload', async () => {
    path = '/welcome'
    const handler = await startedHandler()
    expect(engine.starts).toBe(1)
    handler.showProgressBar?.()
    expect(store.getState().screen).toEqual({ name: 'welcome' })
    expect(path).toBe('/welcome')
  })

  it('/welcome is left when the wait is over', async () => {
    path = '/welcome'
    const handler = await startedHandler()
    void handler.startSignIn(handler.getAuth(demoConfig.apiKey, 'acme-1a2b3'))
    await vi.waitFor(() => expect(store.getState().screen.name).toBe('signInButtons'))
    expect(path).toBe('/')
  })

  it('/welcome without a request completes the first login, and leads to the product (C9c)', async () => {
    path = '/welcome'
    search = ''
    identity.remembered = newUser
    start()
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
    expect(newUsers).toEqual([newUser])
  })

  it('/welcome without a signed-in user leads to the product', async () => {
    path = '/welcome'
    search = ''
    start()
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
    expect(newUsers).toEqual([])
  })
})

describe('a sign-in link that was opened', () => {
  const link = 'link'
  beforeEach(() => {
    search = ''
    arrivedLink = link
    identity.owners.set(link, () => Promise.resolve({ user: userOf(null) }))
  })

  it('an opened sign-in link returns to the request from which it was sent', async () => {
    askedSearch = request
    await startedHandler()
    expect(search).toBe(request)
    expect(left).toEqual([])
  })

  it('if another user has used up the request of an opened sign-in link, the application ends that user’s session before it starts again', async () => {
    askedSearch = request
    engine.originalUrl = () => Promise.resolve('https://app.example.com/page?x=1')
    const handler = await startedHandler()
    handler.handleError?.(new CodedError('restart-process'))
    await vi.waitFor(() =>
      expect(left).toEqual(['https://app.example.com/page?x=1&gcp-iap-mode=CLEAR_LOGIN_COOKIE']),
    )
  })

  it('an opened sign-in link leads to the product in a browser that did not request it', async () => {
    start()
    await vi.waitFor(() => expect(left).toEqual([demoConfig.productURL]))
  })
})

it('a sign-out removes a pending credential', async () => {
  pendingLinks.keep({
    credential: {
      providerId: 'microsoft.com',
      email: 'can@example.com',
      accountProviders: [],
      accessToken: 'access-token',
      json: {},
    },
    tenantId: null,
    isRefused: true,
  })
  search = `?mode=signout&apiKey=${demoConfig.apiKey}`
  await startedHandler()
  expect(pendingLinks.recall(null)).toBeNull()
  expect(forgotten).toEqual(['asked link'])
})
