import { describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'

const four = {
  apiKey: 'AIzaSyDEMO-only_not_a_real_key_0000000a',
  authDomain: 'login.example.com',
  productURL: 'https://app.corp.example/',
  functionUrl: '/function/link',
}

const errorsOf = (document: unknown) => {
  const parsed = parseConfig(document)
  return parsed.ok ? [] : parsed.errors
}
const invalidKeys = (document: unknown) => errorsOf(document).map(({ key }) => key)

describe('the config document', () => {
  it.each(Object.keys(four))('the config document needs %s (B1)', (key) => {
    expect(errorsOf({ ...four, [key]: undefined })).toEqual([{ key, message: 'is missing' }])
  })

  it('the config document needs only the four required keys (B1)', () => {
    expect(parseConfig(four)).toEqual({ ok: true, config: four })
  })

  it('the config document may have every optional key', () => {
    const full = {
      ...four,
      emulatorUrl: 'http://localhost:4000',
      methods: ['google.com', 'phone'],
      secondFactors: ['totp'],
      signInFlow: 'popup',
      rememberAccount: false,
      confirmAccessToken: 'always',
      tenants: {
        'Acme-x1y2z': { name: 'Acme', logoUrl: '/logos/acme.svg', methods: ['microsoft.com'] },
        'Globex-x1y2z': { name: 'Globex', secondFactors: ['phone', 'totp'], signInLink: false },
        _12345: { name: 'Everyone' },
      },
      branding: {
        productName: 'Foyer',
        applicationName: 'Orders',
        logoUrl: 'https://cdn.example.com/logo.svg',
        accent: '#1d4ed8',
        socialLinks: [{ name: 'Community', url: 'https://social.example.com/@foyer' }],
        providerUrl: { tr: 'https://example.com/tr', international: 'https://example.com' },
        privacyUrl: 'https://example.com/privacy',
        termsUrl: 'https://example.com/terms',
      },
      help: { contact: 'help@example.com', statusUrl: 'https://status.example.com/' },
    }
    expect(parseConfig(full)).toEqual({ ok: true, config: full })
  })

  it.each([
    [[], 'must not be empty'],
    [['totp', 'totp'], 'must name each second factor once'],
    [['sms'], 'must be totp or phone'],
    ['totp', 'must be a list'],
  ])('the second factors %j are refused', (secondFactors, message) => {
    expect(errorsOf({ ...four, secondFactors }).map((error) => error.message)).toEqual([message])
  })

  it('every error of a config document is reported at once', () => {
    expect(errorsOf({ apiKey: 7, authDomain: '', productURL: '/relative' })).toEqual([
      { key: 'apiKey', message: 'must be a text' },
      { key: 'authDomain', message: 'must not be empty' },
      {
        key: 'productURL',
        message: 'must be an https address in its plain spelling (http on localhost)',
      },
      { key: 'functionUrl', message: 'is missing' },
    ])
  })

  it.each([undefined, null, '', '<!doctype html>', 7, true])(
    'a config document is never %j',
    (document) => {
      expect(errorsOf(document)).toEqual([{ key: '', message: 'must be an object' }])
    },
  )

  it('unknown keys in a config document, of a newer server, are left out', () => {
    expect(parseConfig({ ...four, comesLater: true })).toEqual({ ok: true, config: four })
  })

  it('a __proto__ key in a config document has no effect', () => {
    const hostile: unknown = JSON.parse(
      `{ "__proto__": { "admin": true }, "constructor": 1,
         "tenants": { "__proto__": { "name": "x", "admin": true }, "constructor": { "name": "x" } },
         ${JSON.stringify(four).slice(1)}`,
    )
    const parsed = parseConfig(hostile)
    if (!parsed.ok) throw new Error('the document is valid')
    expect(parsed.config).toEqual({ ...four, tenants: {} })
    expect(Object.getPrototypeOf(parsed.config)).toBe(Object.prototype)
    expect(Object.hasOwn(parsed.config.tenants ?? {}, '__proto__')).toBe(false)
    expect('admin' in {}).toBe(false)
  })
})

describe('authDomain', () => {
  it.each(['login.example.com', 'demo-proj.firebaseapp.com', 'localhost'])(
    'authDomain may be %s',
    (host) => {
      expect(invalidKeys({ ...four, authDomain: host })).toEqual([])
    },
  )

  it.each([
    'login.example.com:8443',
    'https://login.example.com',
    'https://login.example.com/',
    'login.example.com/',
    'login.example.com/path',
    'localhost:4000',
    'someone@login.example.com',
    'login..example.com',
    'login.example.com.',
    'LOGIN example.com',
    '127.0.0.1',
    '[::1]',
    'bücher.example',
  ])('authDomain is refused as %s, and the error names it (RD-07)', (authDomain) => {
    expect(invalidKeys({ ...four, authDomain })).toEqual(['authDomain'])
  })
})

describe('productURL', () => {
  it.each(['https://app.example.com', 'https://app.example.com/a?b=1', 'http://localhost:4100/'])(
    'productURL may be %s',
    (productURL) => {
      expect(invalidKeys({ ...four, productURL })).toEqual([])
    },
  )

  it.each([
    'http://app.example.com/',
    'http://127.0.0.1/',
    'http://localhost.evil.test/',
    'https://app.example.com@evil.test/',
    'https:/evil.test',
    'https:\\\\evil.test',
    '//evil.test/',
    '/path',
    'javascript:alert(1)',
    'https://',
  ])('productURL is refused as %s', (productURL) => {
    expect(invalidKeys({ ...four, productURL })).toEqual(['productURL'])
  })
})

describe('functionUrl, which receives provider access tokens', () => {
  it.each(['https://login.example.com/function/link', '/function/link'])(
    'functionUrl may be %s',
    (functionUrl) => {
      expect(invalidKeys({ ...four, functionUrl })).toEqual([])
    },
  )

  it.each([
    '//evil.test/f',
    '/\\evil.test/f',
    '/function/../admin',
    '/function/%2e%2e/admin',
    '/function%2f..%2fadmin',
    '/function?u=1',
    '/function#part',
    'function/link',
    'http://login.example.com/function/link',
    'https://login.example.com@evil.test/f',
    'https://login.example.com/function/link?u=1',
    'https://login.example.com/function/link?',
    'https://login.example.com/function/link#x',
    'https://login.example.com/\tfunction',
    'https://LOGIN.example.com/function/link',
    'https://login.example.com./function',
    'http://169.254.169.254/computeMetadata/v1/instance/service-accounts/default/token',
    'https://169.254.169.254/',
    'https://metadata.google.internal/computeMetadata/v1/',
    'http://127.0.0.1:5432/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://localhost/function',
    'https://[::ffff:169.254.169.254]/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'javascript:alert(1)',
  ])('functionUrl is refused as %s', (functionUrl) => {
    expect(invalidKeys({ ...four, functionUrl })).toEqual(['functionUrl'])
  })
})

describe('emulatorUrl', () => {
  it.each(['http://localhost', 'http://localhost:4000'])('emulatorUrl may be %s', (emulatorUrl) => {
    expect(invalidKeys({ ...four, emulatorUrl })).toEqual([])
  })

  it.each([
    'https://localhost:4000',
    'http://localhost:4000/',
    'http://localhost:4000/path',
    'http://127.0.0.1:4000',
    'http://localhost.evil.test',
    "http://localhost;script-src'unsafe-inline'",
    'http://identity.example.com',
  ])('emulatorUrl is refused as %s', (emulatorUrl) => {
    expect(invalidKeys({ ...four, emulatorUrl })).toEqual(['emulatorUrl'])
  })
})

describe('the optional keys', () => {
  it.each([
    ['methods', { methods: [] }],
    ['methods', { methods: ['phone', 'phone'] }],
    ['methods.0', { methods: ['passkey'] }],
    ['signInFlow', { signInFlow: 'iframe' }],
    ['confirmAccessToken', { confirmAccessToken: true }],
    ['tenants', { tenants: 'acme' }],
    ['tenants.a b', { tenants: { 'a b': { name: 'Acme' } } }],
    ['tenants._', { tenants: { _: { name: 'Acme' } } }],
    ['tenants.acme.name', { tenants: { acme: {} } }],
    ['tenants.acme.logoUrl', { tenants: { acme: { name: 'Acme', logoUrl: '//evil.test/x' } } }],
    ['branding.logoUrl', { branding: { logoUrl: "https://cdn.test;script-src'unsafe-inline'/" } }],
    ['branding.privacyUrl', { branding: { privacyUrl: 'javascript:alert(1)' } }],
    ['branding.termsUrl', { branding: { termsUrl: 'http://example.com/' } }],
    ['branding.providerUrl.tr', { branding: { providerUrl: { international: 'https://a.test' } } }],
    ['branding.socialLinks.0.url', { branding: { socialLinks: [{ name: 'A', url: 'data:,x' }] } }],
    ['branding.accent', { branding: { accent: 'red' } }],
    ['branding.accent', { branding: { accent: '#fff000;}' } }],
    ['branding.panelColor', { branding: { panelColor: 'url(https://evil.test/)' } }],
    ['tenants.acme.panelColor', { tenants: { acme: { name: 'Acme', panelColor: '#ffffff' } } }],
    ['tenants.acme.accent', { tenants: { acme: { name: 'Acme', accent: 'expression(1)' } } }],
  ])('an invalid optional key of a config document is refused at %s', (key, document) => {
    expect(invalidKeys({ ...four, ...document })).toEqual([key])
  })

  it.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'http://images.example.com/panel.webp',
    '//images.example.com/panel.webp',
    'https://images.example.com/"),url("https://evil.test/',
    'https://images.example.com/panel.webp?"',
    'https://images.example.com/panel.webp?\\',
    'https://images.example.com/panel.webp#\\',
    '/panel.webp")',
    '/panel\\.webp',
  ])('the config document may not have the image %j, for the deployment or a tenant', (address) => {
    const tenants = { acme: { name: 'Acme', panelImageUrl: address } }
    expect(invalidKeys({ ...four, tenants, branding: { panelImageUrl: address } })).toEqual([
      'tenants.acme.panelImageUrl',
      'branding.panelImageUrl',
    ])
  })

  it.each([
    ['#767676', []],
    ['#777777', ['branding.accent']],
    ['#FFFF00', ['branding.accent']],
    ['#000000', []],
  ])('the accent %s is accepted only if white text on it is readable', (accent, keys) => {
    expect(invalidKeys({ ...four, branding: { accent } })).toEqual(keys)
  })
})

it.each(['login.internal', 'login.local', 'login.localhost', '10.0.0.7'])(
  'the error about the host %s says which hosts are refused',
  (host) => {
    const document = { ...four, authDomain: host, functionUrl: `https://${host}/link` }
    const errors = errorsOf(document)
    expect(errors.map(({ key }) => key)).toEqual(['authDomain', 'functionUrl'])
    for (const { message } of errors)
      expect(message).toContain('no IP address, no name under .internal, .local or .localhost')
  },
)
