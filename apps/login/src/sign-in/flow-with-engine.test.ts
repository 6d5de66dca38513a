import { reported } from '@foyer/claims'
import { Authentication, browserRuntime } from '@foyer/iap-sign-in'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createAccountService } from '../account-service/account-service.ts'
import { createFirstLogin } from '../first-login/first-login.ts'
import { chooseLanguage } from '../language/choose-language.ts'
import { openRoute } from '../browser/route.ts'
import { takeSignInLink } from '../sign-in-link/take-sign-in-link.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { takeAccessToken } from './manual-token.ts'
import { createPendingLinks } from './pending-links.ts'
import { createExplainRejection } from '../rejection/create-explain-rejection.ts'
import { createSignInFlow } from './sign-in-flow.ts'
import type { FlowDeps } from './sign-in-flow.ts'
import { clientStateOf } from './client-state.ts'
import { createSignInStore, failureIn } from './store.ts'
import type { SignInStore } from './store.ts'

// The page's flow and the real engine, with a stand-in for the identity service, the gate and the application.

const tid = 'acme-1a2b3'
const gate = 'https://gate.example.com/_gcip_iap/handle_redirect'
const application = 'https://app.example.com/reports?id=7'
const state = 'sealed-state'

let store: SignInStore
let identity: InMemoryIdentity
/** Every screen that was shown. */
let screens: Set<string>
let sent: { method: string; url: string; body: string }[]
let left: string[]
/** The status of the cookie call. */
let cookieStatus: number
/** Whether the loop guard still allows automatic steps. */
let mayGoOn: boolean
let url: URL

beforeEach(() => {
  store = createSignInStore()
  screens = new Set()
  store.subscribe(({ screen }) => screens.add(screen.name))
  identity = createInMemoryIdentity(demoConfig.apiKey)
  sent = []
  left = []
  cookieStatus = 200
  mayGoOn = true
  refusal = null
  reloads = 0
})

/** The answer of the redirect server to an exchange, if it refuses it. */
let refusal: { code: number; status: string; details: { detail: string }[] } | null
/** The answer of the account service to a new user whom the access policy rejects. */
const welcomeRefusal = {
  code: 'provider-not-allowed',
  message: 'saml.acme phone',
  requestId: 'D3XM9T',
}
let reloads = 0
const explainRejection = createExplainRejection({
  forgetLastAccount: () => localStorage.removeItem('foyer:last-account'),
  reload: () => void (reloads += 1),
})

async function answer(address: string, { method = 'GET', body }: RequestInit): Promise<Response> {
  sent.push({ method, url: address, body: typeof body === 'string' ? body : '' })
  if (address.startsWith('https://identity.example/')) {
    return Response.json({ projectId: '12345', authorizedDomains: ['example.com'] })
  }
  if (address.startsWith('/welcome/start')) return Response.json(welcomeRefusal, { status: 403 })
  if (address === gate && refusal !== null)
    return Response.json({ error: refusal }, { status: refusal.code })
  return address === gate
    ? Response.json({
        redirectToken: 'redirect-token',
        originalUri: application,
        targetUri: 'https://app.example.com/_gcip_iap/authenticate',
      })
    : new Response('', { status: cookieStatus })
}

/** Opens the page with a sign-in request. */
function open(changes: Record<string, string> = {}): void {
  const query = new URLSearchParams({
    mode: 'login',
    apiKey: demoConfig.apiKey,
    tid,
    redirect_uri: gate,
    state,
    ...changes,
  })
  openAt(`/?${query}`)
}

function openAt(path: string): void {
  url = new URL(path, 'https://login.example.com')
  const flow = createSignInFlow(store, createParts())
  flow.start()
}

function createParts(): FlowDeps {
  const runtime = browserRuntime()
  const notAsked = (): never => {
    throw new Error('not asked for here')
  }
  return {
    loadConfig: () => Promise.resolve(demoConfig),
    openIdentity: () => identity,
    createAuthentication: (handler, { apiKey }, servesTenant) =>
      new Authentication(handler, {
        apiKey,
        servesTenant,
        identityToolkitOrigin: 'https://identity.example',
        runtime: {
          ...runtime,
          fetch: answer,
          page: { ...runtime.page, url: () => url, assign: (to) => void left.push(to) },
        },
      }),
    loadAccountSteps: async (_config, _identity, { tell }) => ({
      completeFirstLogin: createFirstLogin({
        store,
        identity,
        tell,
        accountService: createAccountService({ functionUrl: '', send: answer, limitMs: 5_000 }),
        pause: () => Promise.resolve(),
      }),
      signInManually: notAsked,
      signInByLink: notAsked,
      linkPending: notAsked,
      linkAttempts: notAsked,
      chooseTenant: notAsked,
    }),
    loadSteps: notAsked,
    manualToken: { take: () => Promise.resolve(null), remove() {} },
    pendingLinks: createPendingLinks(createMemoryStorage(), () => 0),
    forgetAskedLink() {},
    explainRejection,
    signOuts: { tell() {}, takeReturn: () => false },
    arrivedLink: { read: () => null },
    pendingSteps: { recall: () => null, forget() {} },
    events: new EventTarget(),
    guard: { take: () => (mayGoOn ? 'go' : 'stop'), forget() {} },
    stepHistory: { show() {}, end() {} },
    tenantChoice: { isNoted: () => false, open() {} },
    tabStorage: createMemoryStorage(),
    lastAccount: { recall: () => null, note() {}, forget() {} },
    lastMethod: { recall: () => null, note() {} },
    inAppBrowser: () => Promise.resolve(null),
    shownLanguage: () => 'en',
    date: () => new Date(0),
    page: {
      search: () => url.search,
      path: () => url.pathname,
      moveTo() {},
      resume() {},
      leave: (to) => void left.push(to),
      reload: () => void (reloads += 1),
      whenBackOnline() {},
      whenMoved() {},
    },
  }
}

const exchanges = () => sent.filter(({ method, url: to }) => method === 'POST' && to === gate)

describe('an account that the access policy rejects', () => {
  const refuse = (status: string, detail: string, code = 403) => {
    refusal = { code, status, details: [{ detail }] }
    identity.returned = () => Promise.resolve({ user: userOf(tid) })
  }
  const failure = () => {
    const { screen } = store.getState()
    return screen.name === 'failure' ? screen.failure : null
  }

  it('is told which one it is, and which methods are allowed, and can begin again without it (K2)', async () => {
    refuse('PROVIDER_NOT_ALLOWED', 'saml.acme phone')
    open()
    await vi.waitFor(() => expect(failure()).not.toBeNull())
    expect(failure()).toMatchObject({
      key: 'PROVIDER_NOT_ALLOWED',
      action: 'options',
      canRetry: true,
      rejected: { tenantId: tid, allowed: ['saml.acme', 'phone'] },
    })
    localStorage.setItem('foyer:last-account', 'x')
    store.run('retry')
    await vi.waitFor(() => expect(reloads).toBe(1))
    expect(identity.forgotten).toBe(1)
    expect(localStorage.getItem('foyer:last-account')).toBeNull()
  })

  it('is told the same when it is new, and the account service rejects it first (K2)', async () => {
    const claims = { firstLogin: true, firebase: { sign_in_provider: 'google.com' } }
    identity.returned = () => Promise.resolve({ user: userOf(tid, { claims }) })
    open()
    await vi.waitFor(() => expect(failure()).not.toBeNull())
    expect(failure()).toMatchObject({
      key: 'PROVIDER_NOT_ALLOWED',
      action: 'options',
      canRetry: true,
      rejected: { tenantId: tid, allowed: ['saml.acme', 'phone'] },
    })
    store.run('retry')
    await vi.waitFor(() => expect(reloads).toBe(1))
    expect(identity.forgotten).toBe(1)
    expect(exchanges()).toEqual([])
  })

  it('has no list of methods if these are not the reason (K2)', async () => {
    refuse('EMAIL_NOT_ALLOWED', 'The access policy needs another address.')
    open()
    await vi.waitFor(() => expect(failure()?.key).toBe('ACCOUNT_NOT_ALLOWED'))
    expect(failure()?.rejected?.allowed).toEqual([])
  })

  it.each([
    [403, 'CLAIMS_TOO_LARGE', 'CLAIMS_TOO_LARGE'],
    [401, 'CLOCK_SKEWED', 'CLOCK_WRONG'],
  ])('is not meant by %i %s', async (code, status, key) => {
    refuse(status, 'another reason', code)
    open()
    await vi.waitFor(() => expect(failure()?.key).toBe(key))
    expect(failure()?.rejected).toBeUndefined()
  })
})

describe('a return from the provider', () => {
  beforeEach(() => {
    identity.returned = () => Promise.resolve({ user: userOf(tid) })
  })

  it('a return from the provider makes exactly one token exchange, and the buttons are not shown (RD-01a, RD-01b)', async () => {
    open()
    await vi.waitFor(() => expect(left).toEqual([application]))
    await new Promise((resolve) => setTimeout(resolve))
    expect(exchanges()).toEqual([
      { method: 'POST', url: gate, body: JSON.stringify({ id_token: 'id-token', state }) },
    ])
    expect([...screens]).not.toContain('signInButtons')
    expect(left).toHaveLength(1)
  })

  it.each([405, 401])(
    'a return from the provider ends in a visible error and no loop if the cookie call is answered with %i (IAP-05b, IAP-05c)',
    async (status) => {
      cookieStatus = status
      // An expired sign-in would first open the product, so this test assumes that it already has.
      mayGoOn = status !== 401
      open()
      await vi.waitFor(() => expect(store.getState().screen.name).toBe('failure'))
      expect(exchanges()).toHaveLength(1)
      expect(left).toEqual([])
    },
  )

  it('a return from the provider is read once for each page load (RD-01c)', async () => {
    let reads = 0
    identity.returned = () => {
      reads += 1
      return Promise.resolve({ user: userOf(tid) })
    }
    open()
    await vi.waitFor(() => expect(left).toEqual([application]))
    expect(reads).toBe(1)
  })

  it('the state is stored in no cookie and no storage (UR-17a)', async () => {
    const written: string[] = []
    const cookies = vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => {
      written.push(text)
    })
    open({ state: 's'.repeat(9000) })
    await vi.waitFor(() => expect(left).toEqual([application]))
    expect(written).toEqual([])
    const stored = [localStorage, sessionStorage].flatMap((storage) => Object.values(storage))
    expect(stored.join()).not.toContain('ssss')
    cookies.mockRestore()
  })
})

it('a redirect URL on a host that is not allowed gets no token, and its application no cookie (UR-20b)', async () => {
  identity.returned = () => Promise.resolve({ user: userOf(tid) })
  open({ redirect_uri: 'https://evil.test/_gcip_iap/handle_redirect' })
  await vi.waitFor(() => expect([...screens]).toContain('failure'))
  expect(clientStateOf(store.getState())).toMatchObject({
    currentScreen: 'failure',
    status: { failure: { key: 'ADDRESS_NOT_ALLOWED', host: 'evil.test' } },
  })
  // The call after the exchange sets the application's cookie.
  expect(sent.map(({ url: to }) => new URL(to).hostname)).toEqual(['identity.example'])
  expect(document.cookie).toBe('')
  expect(left).toEqual([])
})

it.each(reported('UR-13'))(
  'the malformed URL $input ends in a $expected, with no uncaught error ($id)',
  async ({ input, expected }) => {
    url = new URL(input, 'https://login.example.com')
    const history = { state: null, replaceState() {} }
    const storage = createMemoryStorage()
    // The code that reads the URL before the flow does.
    expect(openRoute(url, history)).toBe('sign-in')
    expect(takeAccessToken(url, history)).toBeNull()
    expect(takeSignInLink(url, history, storage)).toBeNull()
    expect(chooseLanguage(url.search, storage)).toBe('en')

    openAt(input)
    const outcome = await vi.waitFor(() => {
      const [address = null] = left
      const failure = failureIn(store.getState())
      if (address === null && failure === null) throw new Error('Nothing came of it yet.')
      return { address, key: failure?.key ?? null }
    })
    expect(outcome).toEqual(
      expected === 'product'
        ? { address: demoConfig.productURL, key: null }
        : { address: null, key: 'LINK_INVALID' },
    )
  },
)
