import { boundaryValues } from '@foyer/contract/testing'
import { describe, expect, it } from 'vitest'
import { parseSettings } from './settings.ts'

const minimal = {
  FOYER_PUBLIC_URL: 'https://login.example.com',
  FOYER_API_KEY: 'AIzaSyDEMO-only_not_a_real_key_0000000a',
  FOYER_AUTH_DOMAIN: 'demo-proj.firebaseapp.com',
  FOYER_PRODUCT_URL: 'https://app.corp.example/',
  FOYER_FUNCTION_URL: '/function/link',
}
const local = {
  ...minimal,
  FOYER_MODE: 'local',
  FOYER_PUBLIC_URL: 'http://localhost:4000',
  FOYER_AUTH_DOMAIN: 'localhost',
  FOYER_EMULATOR_URL: 'http://localhost:4000',
}

const parse = (environment: Record<string, string>, file = '{}') =>
  parseSettings(environment, () => file)
const settingsOf = (environment: Record<string, string>, file?: string) => {
  const parsed = parse(environment, file)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.settings
}
const errorsOf = (environment: Record<string, string>, file?: string) => {
  const parsed = parse(environment, file)
  return parsed.ok ? [] : parsed.errors.map(({ key, message }) => `${key} ${message}`)
}

describe('settings', () => {
  it('need five variables', () => {
    expect(settingsOf(minimal)).toMatchObject({
      host: '127.0.0.1',
      port: 4001,
      publicUrl: 'https://login.example.com',
      gateOrigins: [],
      authHelperOrigin: null,
      config: {
        apiKey: minimal.FOYER_API_KEY,
        authDomain: 'demo-proj.firebaseapp.com',
        productURL: 'https://app.corp.example/',
        functionUrl: '/function/link',
      },
    })
  })

  it('name every error at once', () => {
    expect(
      errorsOf({ FOYER_PORT: 'http', FOYER_AUTH_DOMAIN: 'https://login.example.com' }),
    ).toEqual([
      'FOYER_PORT must be a port number',
      'FOYER_PUBLIC_URL is missing',
      'FOYER_API_KEY is missing',
      expect.stringMatching(
        /^FOYER_AUTH_DOMAIN must be the full name of a public host .*without scheme/,
      ),
      'FOYER_PRODUCT_URL is missing',
      'FOYER_FUNCTION_URL is missing',
    ])
  })

  it('name the errors of the config file with those of the environment, unknown keys included', () => {
    const file = JSON.stringify({
      methods: 'phone',
      colour: 'red',
      branding: { accent: 'red', typeface: 'serif' },
      tenants: { 'acme-1a2b3': { name: 7, logo: '/a.svg' } },
    })
    const environment = {
      ...minimal,
      FOYER_PORT: 'http',
      FOYER_PROT: '80',
      FOYER_CONFIG_FILE: 'config.json',
    }
    expect(errorsOf(environment, file)).toEqual([
      'FOYER_PORT must be a port number',
      'FOYER_PROT is not a setting',
      'FOYER_CONFIG_FILE (methods) must be a list',
      'FOYER_CONFIG_FILE (tenants.acme-1a2b3.name) must be a text',
      'FOYER_CONFIG_FILE (branding.accent) must be a colour written as #rrggbb',
      'FOYER_CONFIG_FILE (colour) is not a known key',
      'FOYER_CONFIG_FILE (branding.typeface) is not a known key',
      'FOYER_CONFIG_FILE (tenants.acme-1a2b3.logo) is not a known key',
    ])
  })

  it('name settings that contradict each other together with settings that are wrong alone', () => {
    const environment = {
      ...minimal,
      FOYER_PORT: 'http',
      FOYER_AUTH_HELPER_PROXY: 'on',
      FOYER_MAIL_URL: 'smtps://mail.example.com',
      FOYER_EMULATOR_URL: 'http://localhost:4000',
      FOYER_CONFIG_FILE: 'config.json',
    }
    const file = '{"selfRegistration":true,"tenants":{},"methods":[]}'
    expect(errorsOf(environment, file)).toEqual([
      'FOYER_PORT must be a port number',
      'FOYER_MAIL_FROM is needed by FOYER_MAIL_URL',
      'FOYER_EMULATOR_URL is for FOYER_MODE=local alone',
      'FOYER_PROJECT_ID is needed by FOYER_AUTH_HELPER_PROXY=on',
      'FOYER_PROJECT_ID is needed by selfRegistration',
      'FOYER_CONFIG_FILE (methods) must name at least one method',
      'FOYER_CONFIG_FILE (selfRegistration) needs to know where new users belong: name one tenant alone, or the project by _ and its number',
    ])
  })

  it('draw no conclusion from a setting that is wrong by itself', () => {
    const environment = {
      ...minimal,
      FOYER_MODE: 'loca',
      FOYER_PUBLIC_URL: 'nowhere',
      FOYER_FUNCTION_URL: 'https://functions.example.com/link',
      FOYER_EMULATOR_URL: 'http://localhost:4000',
    }
    expect(errorsOf(environment)).toEqual([
      'FOYER_MODE must be production or local',
      'FOYER_PUBLIC_URL must be an https origin such as https://login.example.com',
    ])
  })

  it('are refused in production when a variable has a name that is not a setting', () => {
    expect(errorsOf({ ...minimal, FOYER_TENANTS: 'acme', PATH: '/bin' })).toEqual([
      'FOYER_TENANTS is not a setting',
    ])
    expect(errorsOf({ ...local, FOYER_E2E_PORT_BASE: '24000' })).toEqual([])
  })

  it('take an empty variable for one that is not set', () => {
    expect(settingsOf({ ...minimal, FOYER_PORT: '', FOYER_CONFIG_FILE: '' }).port).toBe(4001)
  })

  it('take lists with commas and spaces', () => {
    const gateOrigins =
      'https://iap.corp.example, https://*.apps.corp.example,http://localhost:4100'
    expect(settingsOf({ ...minimal, FOYER_GATE_ORIGINS: gateOrigins }).gateOrigins).toEqual([
      'https://iap.corp.example',
      'https://*.apps.corp.example',
      'http://localhost:4100',
    ])
  })

  it.each([
    ['FOYER_MODE', 'development'],
    ['FOYER_PORT', '70000'],
    ['FOYER_PUBLIC_URL', 'http://login.example.com'],
    ['FOYER_PUBLIC_URL', 'https://login.example.com/'],
    ['FOYER_PUBLIC_URL', 'login.example.com'],
    ['FOYER_GATE_ORIGINS', 'https://app.corp.example/path'],
    ['FOYER_GATE_ORIGINS', 'https://*'],
    ['FOYER_GATE_ORIGINS', 'https://*.example'],
    ['FOYER_GATE_ORIGINS', '*'],
    ['FOYER_GATE_ORIGINS', "https://app.corp.example;script-src'unsafe-inline'"],
    ['FOYER_PUBLIC_URL', "http://localhost;script-src'unsafe-inline'"],
    ['FOYER_FRAME_ANCESTORS', 'https://*.corp.example'],
    ['FOYER_FUNCTION_ORIGINS', 'http://functions.example.com'],
    ['FOYER_AUTH_HELPER_PROXY', 'yes'],
    ['FOYER_PROJECT_ID', 'evil.test/'],
    ['FOYER_LOG_LEVEL', 'loud'],
  ])('are refused with %s=%s', (key, value) => {
    const errors = errorsOf({ ...minimal, [key]: value })
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(new RegExp(`^${key} must be`))
  })

  it('never repeat a value', () => {
    const secret = 'canary canary'
    const errors = errorsOf(Object.fromEntries(Object.keys(minimal).map((key) => [key, secret])))
    expect(errors).toHaveLength(5)
    expect(errors.join()).not.toContain('canary')
  })
})

describe('the emulator', () => {
  it.each(['FOYER_EMULATOR_URL', 'FIREBASE_AUTH_EMULATOR_HOST'])(
    'cannot be set in production by %s',
    (key) => {
      const value = 'http://localhost:4000'
      expect(errorsOf({ ...minimal, [key]: value })).toEqual([
        `${key} is for FOYER_MODE=local alone`,
      ])
    },
  )

  it.each([minimal, local])('cannot come from the config file', (environment) => {
    const file = '{"emulatorUrl":"http://localhost:4000"}'
    expect(errorsOf({ ...environment, FOYER_CONFIG_FILE: 'config.json' }, file)).toEqual([
      'FOYER_CONFIG_FILE (emulatorUrl) is set by FOYER_EMULATOR_URL alone',
    ])
  })

  it('reaches the page in local mode', () => {
    expect(settingsOf(local).config.emulatorUrl).toBe('http://localhost:4000')
    expect(errorsOf({ ...local, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:4300' })).toEqual([])
  })

  it.each([
    ['FOYER_HOST', '0.0.0.0', 'must be a loopback address in local mode'],
    ['FOYER_HOST', '192.168.1.7', 'must be a loopback address in local mode'],
    ['FOYER_PUBLIC_URL', 'https://login.example.com', 'must be on http://localhost in local mode'],
  ])('keeps a local process off the network: %s=%s', (key, value, message) => {
    expect(errorsOf({ ...local, [key]: value })).toEqual([`${key} ${message}`])
  })
})

describe('the function, which receives provider access tokens', () => {
  it('may be on the page’s own origin', () => {
    const own = 'https://login.example.com/function/link'
    expect(errorsOf({ ...minimal, FOYER_FUNCTION_URL: own })).toEqual([])
  })

  it.each(['https://evil.test/collect', 'https://login.example.com.evil.test/f'])(
    'is refused at %s, an origin that nobody listed',
    (address) => {
      expect(errorsOf({ ...minimal, FOYER_FUNCTION_URL: address })).toEqual([
        'FOYER_FUNCTION_URL is on another origin than FOYER_PUBLIC_URL, which FOYER_FUNCTION_ORIGINS must then list',
      ])
    },
  )

  it('may be on a listed origin', () => {
    const settings = {
      ...minimal,
      FOYER_FUNCTION_URL: 'https://europe-west1-demo.cloudfunctions.net/link',
      FOYER_FUNCTION_ORIGINS: 'https://europe-west1-demo.cloudfunctions.net',
    }
    expect(errorsOf(settings)).toEqual([])
  })
})

describe('the config file', () => {
  const withFile = { ...minimal, FOYER_CONFIG_FILE: 'config.json' }

  it('adds the optional keys', () => {
    const { config } = settingsOf(
      withFile,
      '{"methods":["google.com"],"tenants":{"acme-1a2b3":{"name":"Acme"}}}',
    )
    expect(config.methods).toEqual(['google.com'])
    expect(config.tenants).toEqual({ 'acme-1a2b3': { name: 'Acme' } })
  })

  it.each([
    ['{', 'FOYER_CONFIG_FILE must hold a JSON object'],
    ['[]', 'FOYER_CONFIG_FILE must hold a JSON object'],
    ['{"apiKey":"other"}', 'FOYER_CONFIG_FILE (apiKey) is set by FOYER_API_KEY alone'],
    ['{"method":["phone"]}', 'FOYER_CONFIG_FILE (method) is not a known key'],
    ['{"branding":{"color":"#000000"}}', 'FOYER_CONFIG_FILE (branding.color) is not a known key'],
    ['{"__proto__":{"methods":["phone"]}}', 'FOYER_CONFIG_FILE (__proto__) is not a known key'],
    [
      '{"tenants":{"__proto__":{"name":"x"}}}',
      'FOYER_CONFIG_FILE (tenants.__proto__) is not a known key',
    ],
    ['{"methods":[]}', 'FOYER_CONFIG_FILE (methods) must name at least one method'],
  ])('is refused as %s', (file, error) => {
    expect(errorsOf(withFile, file)).toEqual([error])
  })

  describe('with self-registration', () => {
    const withMail = {
      ...withFile,
      FOYER_PROJECT_ID: 'demo-proj',
      FOYER_MAIL_URL: 'smtps://mail.example.com',
      FOYER_MAIL_FROM: 'no-reply@example.com',
    }
    const fileWith = (tenants: object) => JSON.stringify({ selfRegistration: true, tenants })
    const [one, two] = [{ 'acme-1a2b3': { name: 'Acme' } }, { 'globex-4c5d6': { name: 'Globex' } }]

    it.each([one, { ...one, ...two, _123456789012: { name: 'Example' } }])(
      'may serve %j',
      (tenants) => {
        expect(errorsOf(withMail, fileWith(tenants))).toEqual([])
      },
    )

    it.each([{}, { ...one, ...two }])(
      'is refused with %j: nothing says where it leads',
      (tenants) => {
        expect(errorsOf(withMail, fileWith(tenants))).toEqual([
          'FOYER_CONFIG_FILE (selfRegistration) needs to know where new users belong: name one tenant alone, or the project by _ and its number',
        ])
      },
    )
  })

  it.each([
    ['the deployment', { branding: { logoUrl: '/logo.svg' } }, 'branding.logoUrl'],
    [
      'a tenant',
      { tenants: { 'acme-1a2b3': { name: 'Acme', panelImageUrl: '/acme/panel.webp' } } },
      'tenants.acme-1a2b3.panelImageUrl',
    ],
  ])('is refused when an image of %s is at a path that no file serves', (_whose, file, key) => {
    const at = (servesFile: (folder: string, path: string) => boolean) => {
      const environment = { ...withFile, FOYER_PAGE_DIR: '/page' }
      const parsed = parseSettings(environment, () => JSON.stringify(file), servesFile)
      return parsed.ok ? [] : parsed.errors
    }
    expect(at((folder, path) => folder === '/page' && path === '/index.html')).toEqual([
      {
        key: `FOYER_CONFIG_FILE (${key})`,
        message: 'names a path at which FOYER_PAGE_DIR has no image',
      },
    ])
    expect(at(() => true)).toEqual([])
    expect(at(() => false)).toEqual([{ key: 'FOYER_PAGE_DIR', message: 'holds no built page' }])
  })

  it('is refused when it cannot be read', () => {
    const parsed = parseSettings(withFile, () => {
      throw new Error('ENOENT')
    })
    expect(parsed).toEqual({
      ok: false,
      errors: [{ key: 'FOYER_CONFIG_FILE', message: 'cannot be read' }],
    })
  })
})

describe('the helper pages', () => {
  it('come from the project’s own host', () => {
    const settings = { ...minimal, FOYER_AUTH_HELPER_PROXY: 'on', FOYER_PROJECT_ID: 'demo-proj' }
    expect(settingsOf(settings).authHelperOrigin).toBe('https://demo-proj.firebaseapp.com')
  })

  it('need a project', () => {
    expect(errorsOf({ ...minimal, FOYER_AUTH_HELPER_PROXY: 'on' })).toEqual([
      'FOYER_PROJECT_ID is needed by FOYER_AUTH_HELPER_PROXY=on',
    ])
  })
})

describe('a value that other parts read too', () => {
  const { networks, tenantIds, projectIds } = boundaryValues

  it.each(networks.valid)('accepts the trusted proxies %j', (text) => {
    expect(errorsOf({ ...minimal, FOYER_TRUSTED_PROXIES: text })).toEqual([])
  })

  it.each(networks.invalid)('refuses to start with the trusted proxies %j', (text) => {
    expect(errorsOf({ ...minimal, FOYER_TRUSTED_PROXIES: text })).toEqual([
      'FOYER_TRUSTED_PROXIES must be a comma-separated list of IP addresses and networks such as 10.0.0.0/8',
    ])
  })

  it.each(projectIds.valid)('accepts the project id %j', (id) => {
    expect(errorsOf({ ...minimal, FOYER_PROJECT_ID: id })).toEqual([])
  })

  it.each(projectIds.invalid.filter((id) => id !== ''))(
    'refuses to start with the project id %j',
    (id) => {
      expect(errorsOf({ ...minimal, FOYER_PROJECT_ID: id })).toEqual([
        'FOYER_PROJECT_ID must be a project id',
      ])
    },
  )

  const withTenant = (id: string) =>
    errorsOf(
      { ...minimal, FOYER_CONFIG_FILE: 'config.json' },
      JSON.stringify({ tenants: { [id]: { name: 'Acme' } } }),
    )

  it.each(tenantIds.valid)('accepts the tenant id %j in the config file', (id) => {
    expect(withTenant(id)).toEqual([])
  })

  it.each(tenantIds.invalid.filter((id) => !id.startsWith('_')))(
    'refuses to start with the tenant id %j in the config file',
    (id) => {
      expect(withTenant(id).join()).toContain('is no tenant id')
    },
  )
})
