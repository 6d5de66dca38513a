import { deleteApp, getApps } from 'firebase/app'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { completeMethod } from '@foyer/contract/complete-method'
import { noSecondFactor } from '../testing/no-second-factor.ts'
import type { Config } from '@foyer/contract/config'
import type { MethodSettings } from '@foyer/contract/sign-in-methods'
import { createSafeStorage } from '../browser/safe-storage.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createIdentity } from './create-identity.ts'
import { createFirebaseIdentity } from './firebase-identity.ts'
import type { Identity, SignInOptions } from './identity.ts'
import { customParametersOf } from './provider-redirect.ts'

interface Departure {
  helperPage: string
  parameters: Record<string, string>
  notes: [key: string, value: string][]
}

const page = new URL('https://login.example.com/?mode=login&state=a%2Bb&tid=x#ışık it’s (1)~!*')
let left: string[]

beforeEach(() => {
  left = []
  vi.stubGlobal('location', {
    protocol: page.protocol,
    hostname: page.hostname,
    get href() {
      return page.href
    },
    set href(url: string) {
      left.push(url)
    },
    assign: (url: string) => void left.push(url),
  })
  vi.stubGlobal('fetch', lookUpProject)
})
afterEach(async () => {
  await Promise.all(getApps().map(deleteApp))
  vi.unstubAllGlobals()
})

/** The only request that the SDK sends before it leaves. */
function lookUpProject(url: string): Promise<Response> {
  expect(url).toMatch(/\/v1\/projects\?/)
  return Promise.resolve(Response.json({ authorizedDomains: [page.hostname] }))
}

const config: Config = {
  apiKey: 'key',
  authDomain: 'auth.example.com',
  productURL: 'https://app.example.com/',
  functionUrl: '/custom-token',
}
const options: SignInOptions = {
  method: 'google.com',
  flow: 'redirect',
  loginHint: null,
  languageCode: 'en',
}
const deps = {
  loadProviderScript: () => Promise.resolve(),
  scope: globalThis,
  askForFactor: noSecondFactor,
}

const bySdk = (settings: Config): Pick<Identity, 'authOf'> => createFirebaseIdentity(settings, deps)
const byOurselves = (
  settings: Config,
  storage = createSafeStorage(() => sessionStorage),
): Identity =>
  createIdentity(settings, {
    loadSdk: () => Promise.reject(new Error('the SDK is asked')),
    loadAllAccounts: () => Promise.reject(new Error('the accounts are asked for')),
    leaveFor: (url) => location.assign(url),
    storage,
    send: () => Promise.reject(new Error('asks nobody')),
    now: () => 0,
    wasLedHere: () => false,
    askForFactor: noSecondFactor,
  })

async function departureOf(
  identity: Pick<Identity, 'authOf'>,
  tenantId: string | null,
  how: SignInOptions,
): Promise<Departure> {
  sessionStorage.clear()
  left = []
  void identity.authOf(tenantId).signIn(how)
  await vi.waitFor(() => expect(left).toHaveLength(1))
  const [url = ''] = left
  const { origin, pathname, searchParams, hash } = new URL(url)
  return {
    helperPage: origin + pathname + hash,
    parameters: Object.fromEntries(searchParams),
    notes: notesOfSdk(),
  }
}

describe.each(['google.com', 'microsoft.com'] as const)('to %s', (method) => {
  it.each<
    [string, { tenantId?: string; how?: Partial<SignInOptions>; settings?: Partial<Config> }]
  >([
    ['with nothing else', {}],
    ['for a tenant', { tenantId: 'acme-1a2b3' }],
    ['with the account that is asked for', { how: { loginHint: 'ayşe+1@example.com' } }],
    ['in another language', { how: { languageCode: 'tr' } }],
    ['beside an emulator', { settings: { emulatorUrl: 'http://localhost:4000' } }],
    [
      'with all of it',
      {
        tenantId: 'acme-1a2b3',
        how: { loginHint: 'ayse@example.com', languageCode: 'tr' },
        settings: { emulatorUrl: 'http://localhost:4000' },
      },
    ],
  ])('the redirect for %s is the one that the SDK makes', async (_what, special) => {
    const { tenantId = null, how, settings } = special
    const parts = [tenantId, { ...options, method, ...how }] as const
    const expected = await departureOf(bySdk({ ...config, ...settings }), ...parts)
    expect(expected.parameters).toMatchObject({
      providerId: method,
      redirectUrl: page.href,
      ...(tenantId !== null && { tid: tenantId }),
    })
    // Both sides have these parameters from our own code, so their equality proves nothing.
    expect(JSON.parse(expected.parameters['customParameters'] ?? '')).toEqual({
      [method === 'google.com' ? 'hl' : 'ui_locales']: how?.languageCode ?? 'en',
      prompt: 'select_account',
      ...(how?.loginHint && { login_hint: how.loginHint }),
    })
    expect(expected.notes).toHaveLength(1)
    expect(await departureOf(byOurselves({ ...config, ...settings }), ...parts)).toEqual(expected)
  })
})

/** Every kind of provider that a deployment can offer, with all settings and with none. */
const label = { en: 'A', tr: 'A' }
const others: SignInOptions['settings'][] = [
  ...(['apple.com', 'facebook.com', 'github.com', 'twitter.com', 'yahoo.com'] as const).map(
    (provider) => completeMethod(provider) as MethodSettings,
  ),
  completeMethod({ provider: 'oidc.initech', label }) as MethodSettings,
  { provider: 'saml.acme' },
  { provider: 'saml.acme', customParameters: { RelayState: 'ç' }, loginHintKey: 'LoginHint' },
  {
    provider: 'oidc.initech',
    scopes: ['groups', 'offline access'],
    customParameters: { domain_hint: 'a&b' },
    loginHintKey: 'user',
    languageParameter: 'lang',
  },
  { provider: 'google.com', scopes: ['calendar'], customParameters: { hd: 'acme.example' } },
]

describe('to the provider of a deployment', () => {
  it.each(others)(
    'the redirect to $provider with the settings of the config is the one that the SDK makes (K1b)',
    async (settings) => {
      if (!settings) throw new Error('It has settings.')
      for (const loginHint of [null, 'pelin@initech.example']) {
        const how = { ...options, method: settings.provider, settings, loginHint }
        const expected = await departureOf(bySdk(config), 'initech-7g8h9', how)
        expect(expected.parameters).toMatchObject({ providerId: settings.provider })
        expect(await departureOf(byOurselves(config), 'initech-7g8h9', how)).toEqual(expected)
      }
    },
  )

  it.each([
    ['apple.com', { locale: 'tr' }],
    ['facebook.com', { locale: 'tr' }],
    ['github.com', { prompt: 'select_account', login: 'a@b.example' }],
    ['twitter.com', { lang: 'tr' }],
    ['yahoo.com', { language: 'tr' }],
    ['oidc.initech', { ui_locales: 'tr', login_hint: 'a@b.example' }],
    ['saml.acme', {}],
  ] as const)(
    '%s gets the login hint and the language as it knows them (K1b)',
    (method, expected) => {
      const settings = completeMethod({ provider: method }) as MethodSettings
      const how = { ...options, method, settings, loginHint: 'a@b.example', languageCode: 'tr' }
      expect(customParametersOf(how)).toEqual(expected)
    },
  )
})

it('the SDK itself redirects if the deployment wants it', async () => {
  const leaving = byOurselves({ ...config, identitySdk: 'always' })
    .authOf(null)
    .signIn(options)
  await expect(leaving).rejects.toThrow('the SDK is asked')
  expect(left).toEqual([])
  const account = byOurselves({ ...config, identitySdk: 'always' })
    .authOf(null)
    .currentUser()
  await expect(account).rejects.toThrow('the SDK is asked')
})

it('the SDK itself redirects if it was initialised for pop-ups', async () => {
  const leaving = byOurselves({ ...config, signInFlow: 'popup' })
    .authOf(null)
    .signIn(options)
  await expect(leaving).rejects.toThrow('the SDK is asked')
  expect(left).toEqual([])
})

it('no user is redirected if the tab can store nothing, because the answer would be lost', async () => {
  const storage = createMemoryStorage({}, { isBlocked: true })
  const leaving = byOurselves(config, storage).authOf(null).signIn(options)
  await expect(leaving).rejects.toMatchObject({ code: 'auth/web-storage-unsupported' })
  expect(left).toEqual([])
})

it('the note for the return stays, whatever the SDK does later in the same page', async () => {
  const auth = bySdk(config).authOf(null)
  expect(await auth.redirectResult()).toBeNull()
  const { notes } = await departureOf(byOurselves(config), null, options)
  await auth.currentUser()
  await auth.signOut()
  await bySdk(config).authOf('acme-1a2b3').currentUser()
  expect(notesOfSdk()).toEqual(notes)
})

function notesOfSdk(): Departure['notes'] {
  return Object.entries<string>(sessionStorage).filter(([key]) => key.startsWith('firebase:'))
}

it.each([
  ['google.com', 'pt_BR', { hl: 'pt-BR' }],
  ['microsoft.com', 'tr', { ui_locales: 'tr' }],
] as const)('the page of %s is requested in the language %s', (method, languageCode, expected) => {
  expect(customParametersOf({ ...options, method, languageCode })).toMatchObject(expected)
})

it.each([
  ['google.com', 'AC-06a'],
  ['microsoft.com', 'AC-06b'],
] as const)('a sign-in with %s has the tenant of the request (%s, AC-05b)', async (method, _id) => {
  const { parameters } = await departureOf(byOurselves(config), 'acme-1a2b3', {
    ...options,
    method,
  })
  expect(parameters).toMatchObject({ providerId: method, tid: 'acme-1a2b3' })
})

it.each(['google.com', 'microsoft.com'] as const)(
  '%s lets the user choose an account, also after a sign-out with only one account there (IAP-02c)',
  async (method) => {
    const { parameters } = await departureOf(byOurselves(config), null, { ...options, method })
    expect(JSON.parse(parameters['customParameters'] ?? '')).toHaveProperty(
      'prompt',
      'select_account',
    )
  },
)
