import { expect, it } from 'vitest'
import { parseSettings } from '../settings.ts'

const environment = {
  FOYER_PUBLIC_URL: 'https://login.example.com',
  FOYER_API_KEY: 'AIzaSyDEMO-only_not_a_real_key_0000000a',
  FOYER_AUTH_DOMAIN: 'demo-proj.firebaseapp.com',
  FOYER_PRODUCT_URL: 'https://app.corp.example/',
  FOYER_FUNCTION_URL: '/function/link',
  FOYER_CONFIG_FILE: 'config.json',
}
const label = { en: 'Acme', tr: 'Acme' }

const parse = (document: object) =>
  parseSettings(
    environment,
    () => JSON.stringify(document),
    (_folder, path) => path === '/index.html',
  )

function errorsOf(document: object): string[] {
  const parsed = parse(document)
  return parsed.ok ? [] : parsed.errors.map(({ key, message }) => `${key} ${message}`)
}

it.each<[string, object]>([
  [
    '(methods.0) must be phone, password, emailLink, google.com, microsoft.com',
    { methods: ['example.com'] },
  ],
  ['(methods.1) needs a label', { methods: ['google.com', 'oidc.acme'] }],
  [
    '(tenants.acme.methods.0) needs a label',
    { tenants: { acme: { name: 'Acme', methods: [{ provider: 'saml.acme' }] } } },
  ],
  [
    '(methods.0.icon) is fixed',
    { methods: [{ provider: 'github.com', icon: 'https://a.example/b.svg' }] },
  ],
  [
    '(methods.0.scopes) has no effect',
    { methods: [{ provider: 'saml.acme', label, scopes: ['groups'] }] },
  ],
  [
    '(methods.0.customParameters.client_id) is set by the identity service itself',
    { methods: [{ provider: 'oidc.acme', label, customParameters: { client_id: 'x' } }] },
  ],
  [
    '(methods.0.lable) is not a known key: docs/deploy.md lists them',
    { methods: [{ provider: 'oidc.acme', label, lable: 1 }] },
  ],
  [
    '(methods.0.icon) names a path at which FOYER_PAGE_DIR has no image',
    { methods: [{ provider: 'oidc.acme', label, icon: '/no-such-image.svg' }] },
  ],
])('a wrong setting of a method stops the server: %s (K1a)', (error, document) => {
  const errors = errorsOf(document)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toContain(`FOYER_CONFIG_FILE ${error}`)
})

it('all mistakes in the methods are reported at once, with those in other settings', () => {
  const mistakes = {
    signInFlow: 'window',
    countries: ['TR', 'UK', 'XX', 'tr'],
    methods: ['gogle.com', 5, { provider: 'oidc.acme' }, { provider: 'phone', label: 1 }],
  }
  expect(errorsOf(mistakes).map((error) => error.replace('FOYER_CONFIG_FILE ', ''))).toEqual([
    '(methods.1) must be phone, password, emailLink or a provider id',
    '(methods.3.provider) must be the id of a provider: other methods have no settings',
    '(methods.3.label) must be an object',
    '(countries.3) must be a country code of two capitals, such as TR',
    '(signInFlow) must be redirect or popup',
    '(countries.1) is the code of no country',
    '(countries.2) is the code of no country',
    expect.stringMatching(/^\(methods\.0\) must be phone, .* oidc\.… or saml\.…$/),
    '(methods.2) needs a label: only the config has a name for oidc.acme',
  ])
})

it('the config of the page has the names and parameters of its providers, and of no others', () => {
  const tenants = { acme: { name: 'Acme', methods: ['github.com'] } }
  const parsed = parse({ methods: ['google.com', 'apple.com'], tenants })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  const text = JSON.stringify(parsed.settings.config)
  expect(parsed.settings.config.methods?.[1]).toMatchObject({ label: { tr: 'Apple' } })
  expect(parsed.settings.config.tenants?.['acme']?.methods?.[0]).toMatchObject({
    customParameters: { prompt: 'select_account' },
  })
  expect(text).not.toMatch(/Yahoo|Facebook/)
})
