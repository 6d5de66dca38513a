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
  it('five variables are required', () => {
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

  it('all errors are reported together', () => {
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

  it('errors of the config file are reported with those of the environment, including unknown keys', () => {
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
      'FOYER_CONFIG_FILE (colour) is not a known key: docs/deploy.md lists them',
      'FOYER_CONFIG_FILE (branding.typeface) is not a known key: docs/deploy.md lists them',
      'FOYER_CONFIG_FILE (tenants.acme-1a2b3.logo) is not a known key: docs/deploy.md lists them',
    ])
  })

  it('settings that contradict each other are reported together with invalid settings', () => {
    const environment = {
      ...minimal,
      FOYER_PORT: 'http',
      FOYER_AUTH_HELPER_PROXY: 'on',
      FOYER_MAIL_URL: 'smtps://mail.example.com',
      FOYER_EMULATOR_URL: 'http://localhost:4000',
      FOYER_CONFIG_FILE: 'config.json',
    }
    const file =
      '{"selfRegistration":true,"tenants":{"a":{"name":"A"},"b":{"name":"B"}},"methods":[]}'
    expect(errorsOf(environment, file)).toEqual([
      'FOYER_PORT must be a port number',
      'FOYER_MAIL_FROM is needed by FOYER_MAIL_URL',
      'FOYER_EMULATOR_URL is for FOYER_MODE=local alone',
      'FOYER_PROJECT_ID is needed by FOYER_AUTH_HELPER_PROXY=on',
      'FOYER_PROJECT_ID is needed by selfRegistration',
      'FOYER_CONFIG_FILE (methods) must not be empty',
      'FOYER_CONFIG_FILE (selfRegistration) needs to know where new users belong: name one tenant alone, or the project by _ and its number',
    ])
  })

  it('an invalid setting causes no further errors in rules that read it', () => {
    const environment = {
      ...minimal,
      FOYER_MODE: 'loca',
      FOYER_PUBLIC_URL: 'nowhere',
      FOYER_FUNCTION_URL: 'https://functions.example.com/link',
      FOYER_EMULATOR_URL: 'http://localhost:4000',
    }
    expect(errorsOf(environment)).toEqual([
      'FOYER_MODE must be production or local',
      'FOYER_PUBLIC_URL must be an https origin such as https://login.example.com, in lower case, with xn-- for other scripts, and with no slash at its end',
    ])
  })

  it('an unknown variable is refused in production', () => {
    expect(errorsOf({ ...minimal, FOYER_TENANTS: 'acme', PATH: '/bin' })).toEqual([
      'FOYER_TENANTS is not a setting',
    ])
    expect(errorsOf({ ...local, FOYER_E2E_PORT_BASE: '24000' })).toEqual([])
  })

  it('an empty variable counts as not set', () => {
    expect(settingsOf({ ...minimal, FOYER_PORT: '', FOYER_CONFIG_FILE: '' }).port).toBe(4001)
  })

  it('lists may have commas and spaces', () => {
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
    ['FOYER_BREACHED_PASSWORDS_URL', 'api.example.com/range'],
    ['FOYER_BREACHED_PASSWORDS_URL', 'http://api.example.com/range'],
    ['FOYER_BREACHED_PASSWORDS_URL', 'ftp://api.example.com/range'],
    ['FOYER_BREACHED_PASSWORDS_URL', 'https://api.example.com/range?list=1'],
    ['FOYER_BREACHED_PASSWORDS_URL', 'https://api.example.com/range#list'],
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
  ])('the setting %s=%s is refused', (key, value) => {
    const errors = errorsOf({ ...minimal, [key]: value })
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(new RegExp(`^${key} must be`))
  })

  it('the list of stolen passwords has an https address, or an http one in local mode', () => {
    const listOf = (environment: Record<string, string>, url: string) =>
      settingsOf({ ...environment, FOYER_BREACHED_PASSWORDS_URL: url }).breachedPasswordsUrl
    const url = 'https://api.example.com/range'
    expect([listOf(minimal, url), listOf(local, url)]).toEqual([url, url])
    expect(listOf(local, 'http://localhost:4000/range')).toBe('http://localhost:4000/range')
    expect(settingsOf(minimal).breachedPasswordsUrl).toBeNull()
    const errorsOfList = (mode: string, of: string) =>
      errorsOf({ ...local, FOYER_MODE: mode, FOYER_BREACHED_PASSWORDS_URL: of })
    expect(errorsOfList('local', 'ftp://localhost/range')).toHaveLength(1)
    expect(errorsOfList('remote', 'http://localhost/range')).toEqual([
      expect.stringMatching(/^FOYER_MODE /),
    ])
  })

  it('error messages contain no values', () => {
    const secret = 'canary canary'
    const errors = errorsOf(Object.fromEntries(Object.keys(minimal).map((key) => [key, secret])))
    expect(errors).toHaveLength(5)
    expect(errors.join()).not.toContain('canary')
  })
})

describe('emulator settings', () => {
  it.each(['FOYER_EMULATOR_URL', 'FIREBASE_AUTH_EMULATOR_HOST'])(
    '%s is refused in production',
    (key) => {
      const value = 'http://localhost:4000'
      expect(errorsOf({ ...minimal, [key]: value })).toEqual([
        `${key} is for FOYER_MODE=local alone`,
      ])
    },
  )

  it.each([minimal, local])('the emulator’s URL must not be in the config file', (environment) => {
    const file = '{"emulatorUrl":"http://localhost:4000"}'
    expect(errorsOf({ ...environment, FOYER_CONFIG_FILE: 'config.json' }, file)).toEqual([
      'FOYER_CONFIG_FILE (emulatorUrl) is set by FOYER_EMULATOR_URL alone',
    ])
  })

  it('the emulator’s URL is in the page’s config in local mode', () => {
    expect(settingsOf(local).config.emulatorUrl).toBe('http://localhost:4000')
    expect(errorsOf({ ...local, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:4300' })).toEqual([])
  })

  it.each([
    ['FOYER_HOST', '0.0.0.0', 'must be a loopback address in local mode'],
    ['FOYER_HOST', '192.168.1.7', 'must be a loopback address in local mode'],
    ['FOYER_PUBLIC_URL', 'https://login.example.com', 'must be on http://localhost in local mode'],
  ])('local mode must not be reachable over the network: %s=%s', (key, value, message) => {
    expect(errorsOf({ ...local, [key]: value })).toEqual([`${key} ${message}`])
  })
})

describe('the URL of the function, which receives provider access tokens', () => {
  it('the function may be on the page’s own origin', () => {
    const own = 'https://login.example.com/function/link'
    expect(errorsOf({ ...minimal, FOYER_FUNCTION_URL: own })).toEqual([])
  })

  it.each(['https://evil.test/collect', 'https://login.example.com.evil.test/f'])(
    'the function is refused at %s, an origin that is not listed',
    (address) => {
      expect(errorsOf({ ...minimal, FOYER_FUNCTION_URL: address })).toEqual([
        'FOYER_FUNCTION_URL is on another origin than FOYER_PUBLIC_URL, which FOYER_FUNCTION_ORIGINS must then list',
      ])
    },
  )

  it('the function may be on a listed origin', () => {
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

  it('the config file adds the optional keys', () => {
    const { config } = settingsOf(
      withFile,
      '{"methods":["google.com"],"tenants":{"acme-1a2b3":{"name":"Acme"}}}',
    )
    expect(config.methods).toEqual(['google.com'])
    expect(config.tenants).toEqual({ 'acme-1a2b3': { name: 'Acme' } })
  })

  it('the config file may begin with a byte order mark, as editors on Windows write it', () => {
    expect(settingsOf(withFile, '\uFEFF{"methods":["phone"]}').config.methods).toEqual(['phone'])
  })

  it.each([
    ['{', 'FOYER_CONFIG_FILE is not valid: line 1, column 2 is no JSON'],
    ['', 'FOYER_CONFIG_FILE is not valid: the file is empty'],
    [
      '{"tenants":{"a-1":{"name":"One"},"a-1":{"name":"Two"}}}',
      'FOYER_CONFIG_FILE is not valid: a-1 is there twice in one object',
    ],
    [
      '{"tenants":{}}',
      'FOYER_CONFIG_FILE (tenants) names no tenant: without the key, all are served',
    ],
    ['[]', 'FOYER_CONFIG_FILE must hold a JSON object'],
    ['{"apiKey":"other"}', 'FOYER_CONFIG_FILE (apiKey) is set by FOYER_API_KEY alone'],
    [
      '{"method":["phone"]}',
      'FOYER_CONFIG_FILE (method) is not a known key: docs/deploy.md lists them',
    ],
    [
      '{"branding":{"color":"#000000"}}',
      'FOYER_CONFIG_FILE (branding.color) is not a known key: docs/deploy.md lists them',
    ],
    [
      '{"__proto__":{"methods":["phone"]}}',
      'FOYER_CONFIG_FILE (__proto__) is not a known key: docs/deploy.md lists them',
    ],
    [
      '{"tenants":{"__proto__":{"name":"x"}}}',
      'FOYER_CONFIG_FILE (tenants.__proto__) is not a known key: docs/deploy.md lists them',
    ],
    ['{"methods":[]}', 'FOYER_CONFIG_FILE (methods) must not be empty'],
  ])('the config file %s is refused', (file, error) => {
    expect(errorsOf(withFile, file)).toEqual([error])
  })

  describe('self-registration in the config file', () => {
    const withMail = {
      ...withFile,
      FOYER_PROJECT_ID: 'demo-proj',
      FOYER_MAIL_URL: 'smtps://mail.example.com',
      FOYER_MAIL_FROM: 'no-reply@example.com',
    }
    const fileWith = (tenants: object) => JSON.stringify({ selfRegistration: true, tenants })
    const [one, two] = [{ 'acme-1a2b3': { name: 'Acme' } }, { 'globex-4c5d6': { name: 'Globex' } }]

    it.each([one, { ...one, ...two, _123456789012: { name: 'Example' } }])(
      'self-registration is accepted with %j',
      (tenants) => {
        expect(errorsOf(withMail, fileWith(tenants))).toEqual([])
      },
    )

    it.each([{ ...one, ...two }])(
      'self-registration is refused with %j, because the tenant of new users is unclear',
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
  ])(
    'the config file is refused if an image of %s is at a path without a file',
    (_whose, file, key) => {
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
    },
  )

  it('a config file that cannot be read is refused', () => {
    const parsed = parseSettings(withFile, () => {
      throw new Error('ENOENT')
    })
    expect(parsed).toEqual({
      ok: false,
      errors: [{ key: 'FOYER_CONFIG_FILE', message: 'cannot be read' }],
    })
  })
})

describe('helper page settings', () => {
  it('helper pages come from the project’s own host', () => {
    const settings = { ...minimal, FOYER_AUTH_HELPER_PROXY: 'on', FOYER_PROJECT_ID: 'demo-proj' }
    expect(settingsOf(settings).authHelperOrigin).toBe('https://demo-proj.firebaseapp.com')
  })

  it('helper pages need a project', () => {
    expect(errorsOf({ ...minimal, FOYER_AUTH_HELPER_PROXY: 'on' })).toEqual([
      'FOYER_PROJECT_ID is needed by FOYER_AUTH_HELPER_PROXY=on',
    ])
  })
})

describe('settings that other parts parse too', () => {
  const { networks, tenantIds, projectIds } = boundaryValues

  it.each(networks.valid)('the trusted proxies %j are accepted', (text) => {
    expect(errorsOf({ ...minimal, FOYER_TRUSTED_PROXIES: text })).toEqual([])
  })

  it.each(networks.invalid)('the trusted proxies %j are refused', (text) => {
    expect(errorsOf({ ...minimal, FOYER_TRUSTED_PROXIES: text })).toEqual([
      'FOYER_TRUSTED_PROXIES must be a comma-separated list of IP addresses and networks such as 10.0.0.0/8',
    ])
  })

  it.each(projectIds.valid)('the project id %j is accepted', (id) => {
    expect(errorsOf({ ...minimal, FOYER_PROJECT_ID: id })).toEqual([])
  })

  it.each(projectIds.invalid.filter((id) => id !== ''))('the project id %j is refused', (id) => {
    expect(errorsOf({ ...minimal, FOYER_PROJECT_ID: id })).toEqual([
      'FOYER_PROJECT_ID must be a project id',
    ])
  })

  const withTenant = (id: string) =>
    errorsOf(
      { ...minimal, FOYER_CONFIG_FILE: 'config.json' },
      JSON.stringify({ tenants: { [id]: { name: 'Acme' } } }),
    )

  it.each(tenantIds.valid)('the tenant id %j in the config file is accepted', (id) => {
    expect(withTenant(id)).toEqual([])
  })

  it.each(tenantIds.invalid.filter((id) => !id.startsWith('_')))(
    'the tenant id %j in the config file is refused',
    (id) => {
      expect(withTenant(id).join()).toContain('is no tenant id')
    },
  )
})
