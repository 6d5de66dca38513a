import { randomUUID } from 'node:crypto'
import type { AccessPolicy } from '@foyer/contract/access-policy'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '@foyer/contract/config'
import { boundaryValues } from '@foyer/contract/testing'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { helpText, settingNames, variableOf } from './setting-names.ts'
import { readSettings, readStoreSettings } from './settings.ts'

const required = {
  GATE_UPSTREAM: 'http://127.0.0.1:4200',
  GATE_LOGIN: 'https://login.example.com/',
  GATE_PUBLIC_URL: 'https://app.corp.example',
  GATE_PROJECT_ID: 'demo-proj',
  GATE_PROJECT_NUMBER: '123456789012',
  GATE_API_KEY: 'AIzaSyDEMO-only_not_a_real_key_0000000a',
}
const local = { ...required, GATE_MODE: 'local', GATE_PUBLIC_URL: 'http://localhost:4100' }

it('the gate has defaults for everything but the six required settings', () => {
  expect(readSettings([], required)).toMatchObject({
    mode: 'production',
    host: '127.0.0.1',
    port: 4100,
    tenantIds: ['_123456789012'],
    dataDirectory: './foyer-gate-data',
    acceptsEmulatorTokens: false,
    audience: '/projects/123456789012/apps/demo-proj',
    sessionSeconds: 3600,
    streamGraceSeconds: 0,
    passesPreflights: false,
    gcipClaim: 'object',
    passesUnverifiedEmail: false,
    upstreamTimeoutSeconds: 60,
    apiKey: required.GATE_API_KEY,
    passesEncodedSlashes: false,
    passedHeaders: new Set(),
    logLevel: 'info',
    jwksUrl: new URL(
      'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    ),
  })
})

it('a flag wins over an environment variable', () => {
  const settings = readSettings(['--port', '1', '--upstream=http://app:80'], {
    ...required,
    GATE_PORT: '2',
  })
  expect(settings.port).toBe(1)
  expect(settings.upstream?.href).toBe('http://app/')
})

it('every invalid setting is listed in one error', () => {
  const start = () =>
    readSettings(['--colour', 'red', '--port=1', '--port=2', '--host', '--data', 'x'], {
      GATE_UPSTREAM: 'ftp://x',
      GATE_MODE: 'test',
      GATE_COLOUR: 'red',
      GATE_PROJECT_ID: 'demo-proj',
      GATE_PROJECT_NUMBER: 'demo-proj',
      GATE_API_KEY: 'k',
    })
  expect(start).toThrow(
    [
      'GATE_COLOUR is not a setting',
      '--colour is not a setting',
      '--port is given twice',
      '--host needs a value',
      'there is an argument that is no flag',
      '--upstream / GATE_UPSTREAM must be an http or https URL without user-info',
      '--login / GATE_LOGIN is required',
      '--public-url / GATE_PUBLIC_URL is required',
      '--project-number / GATE_PROJECT_NUMBER must be digits',
      '--mode / GATE_MODE must be production or local',
    ].join('\n'),
  )
})

it.each([
  ['GATE_UPSTREAM', 'http://app/base', 'must be an origin, without a path'],
  ['GATE_UPSTREAM', 'http://user:secret@app', 'must be an http or https URL without user-info'],
  ['GATE_LOGIN', 'http://login.example.com/', 'must be https, or http on localhost'],
  ['GATE_LOGIN', 'https://app.corp.example/login', 'must be another origin'],
  ['GATE_PUBLIC_URL', 'http://app.corp.example', 'must be https, or http on localhost'],
  ['GATE_PUBLIC_URL', 'http://127.0.0.1:4100', 'must be https, or http on localhost'],
  ['GATE_PUBLIC_URL', 'http://[::1]:4100', 'must be https, or http on localhost'],
  ['GATE_PUBLIC_URL', 'http://app.localhost', 'must be https, or http on localhost'],
  ['GATE_LOGIN', 'http://127.0.0.1:4000/', 'must be https, or http on localhost'],
  ['GATE_PORT', '65536', 'must be at most 65535'],
  ['GATE_PORT', '-1', 'must be a whole number between 0 and 65535'],
  ['GATE_UPSTREAM_TIMEOUT', '0', 'must be at least 1'],
  ['GATE_TENANTS', 'ok-tenant,no/tenant', 'must be tenant ids separated by commas'],
  ['GATE_TENANTS', '_999', "names another project's accounts"],
  ['GATE_TRUSTED_PROXIES', '10.0.0.0/33', 'must be IP addresses or networks'],
  ['GATE_TRUSTED_PROXIES', 'proxy.example', 'must be IP addresses or networks'],
  ['GATE_JWKS_URL', 'http://keys.example/', 'must be https in production'],
  ['GATE_API_KEY', 'k&fields=*', 'must be an API key'],
  ['GATE_ENCODED_SLASHES', 'on', 'must be refuse or pass'],
  ['GATE_PASS_HEADERS', 'X-User-Id, X_User', 'must be names of headers separated by commas'],
  ['GATE_GCIP_CLAIM', 'json', 'must be object or string'],
  ['GATE_UNVERIFIED_EMAIL', 'yes', 'must be omit or pass'],
  ['GATE_PREFLIGHT', 'on', 'must be refuse or pass'],
  ['GATE_STREAM_GRACE', '604801', 'must be at most 604800'],
])('the gate refuses the setting %s=%s', (name, value, message) => {
  expect(() => readSettings([], { ...required, [name]: value })).toThrow(message)
})

it('the gate can listen on a loopback address in front of an application on another one', () => {
  const settings = readSettings([], {
    ...local,
    GATE_HOST: '::1',
    GATE_UPSTREAM: 'http://127.0.0.1:4200',
    GATE_LOGIN: 'http://localhost:4000/',
  })
  expect(settings.host).toBe('::1')
  expect(settings.upstream?.hostname).toBe('127.0.0.1')
})

const emulatorTokens = { GATE_ACCEPT_EMULATOR_TOKENS: 'on' }

it('the gate accepts emulator tokens if the setting says so, and only in local mode', () => {
  const message = '--accept-emulator-tokens / GATE_ACCEPT_EMULATOR_TOKENS is refused in production'
  expect(() => readSettings([], { ...required, ...emulatorTokens })).toThrow(message)
  expect(() => readSettings([], emulatorTokens)).toThrow(message)
  expect(readSettings([], { ...local, ...emulatorTokens }).acceptsEmulatorTokens).toBe(true)
  const off = { GATE_ACCEPT_EMULATOR_TOKENS: 'off' }
  expect(readSettings([], { ...required, ...off }).acceptsEmulatorTokens).toBe(false)
  expect(() => readSettings([], { ...local, GATE_ACCEPT_EMULATOR_TOKENS: 'yes' })).toThrow(
    'must be on or off',
  )
})

it('FIREBASE_AUTH_EMULATOR_HOST is refused in production, also if other settings are invalid, and has no effect in local mode', () => {
  const emulator = { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:4300' }
  const message = 'FIREBASE_AUTH_EMULATOR_HOST is refused in production'
  expect(() => readSettings([], { ...required, ...emulator })).toThrow(message)
  expect(() => readSettings([], emulator)).toThrow(message)
  expect(readSettings([], { ...local, ...emulator }).acceptsEmulatorTokens).toBe(false)
})

it.each(['https://app.corp.example', 'https://127.0.0.1:4100'])(
  'the gate refuses to accept emulator tokens at the public URL %s',
  (publicUrl) => {
    const reachable = { ...local, GATE_PUBLIC_URL: publicUrl, ...emulatorTokens }
    expect(() => readSettings([], reachable)).toThrow('must be on localhost')
  },
)

it.each(['0.0.0.0', '::', '192.0.2.7', 'localhost.evil.test'])(
  'the gate refuses to accept emulator tokens when it listens on %s',
  (host) => {
    const reachable = { ...local, GATE_HOST: host, ...emulatorTokens }
    expect(() => readSettings([], reachable)).toThrow('must be a loopback address')
  },
)

it('the gate does not accept emulator tokens by default', () => {
  expect(readSettings([], local).acceptsEmulatorTokens).toBe(false)
})

it.each(['localhost', '127.0.0.1', '127.255.10.7', '::1'])(
  'the gate accepts emulator tokens when it listens on %s',
  (host) => {
    const settings = readSettings([], { ...local, GATE_HOST: host, ...emulatorTokens })
    expect(settings).toMatchObject({ host, acceptsEmulatorTokens: true })
  },
)

it.each(['xlocalhost', '1127.0.0.1', '127.0.0.1.evil.test', '127.0.0', '127.0.0.1000', '::11'])(
  'the host %s is no loopback address',
  (host) => {
    const elsewhere = { ...local, GATE_HOST: host, ...emulatorTokens }
    expect(() => readSettings([], elsewhere)).toThrow('must be a loopback address')
  },
)

/** A file that exists during the test. */
function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file'), text)
  return join(folder, 'file')
}

describe('the database', () => {
  const url = 'postgres://gate:canary@db.internal/gate?sslmode=verify-full'

  it('the URL of the database is a setting, or the content of a file without its last line end', () => {
    expect(readSettings([], required).databaseUrl).toBeUndefined()
    expect(readSettings([], { ...required, GATE_DATABASE_URL: url }).databaseUrl).toBe(url)
    const GATE_DATABASE_URL_FILE = fileWith(`${url}\n`)
    expect(readSettings([], { ...required, GATE_DATABASE_URL_FILE }).databaseUrl).toBe(url)
  })

  it.each([
    ['an URL of another kind', { GATE_DATABASE_URL: 'mysql://gate:canary@db/gate' }],
    ['no URL', { GATE_DATABASE_URL: 'db canary' }],
    ['a file that does not exist', { GATE_DATABASE_URL_FILE: '/none/canary' }],
    ['an empty file', { GATE_DATABASE_URL_FILE: '/dev/null' }],
    ['a URL and a file', { GATE_DATABASE_URL: url, GATE_DATABASE_URL_FILE: '/dev/null' }],
  ])('%s is refused as the database, and the error does not quote it', (_what, given) => {
    const start = () => readSettings([], { ...required, ...given })
    expect(start).toThrow(/GATE_DATABASE_URL/)
    expect(start).not.toThrow(/canary/)
  })

  it('a URL and a file with another one are refused together', () => {
    const GATE_DATABASE_URL_FILE = fileWith(url)
    const both = { ...required, GATE_DATABASE_URL: url, GATE_DATABASE_URL_FILE }
    expect(() => readSettings([], both)).toThrow('exclude each other')
    expect(() => readStoreSettings([], both)).toThrow('exclude each other')
  })

  it('a command needs only the settings of the store', () => {
    const { GATE_PUBLIC_URL } = required
    const given = { GATE_PUBLIC_URL, GATE_DATABASE_URL: url, GATE_KEYS_FILE: '/keys' }
    expect(readStoreSettings([], given)).toEqual({
      publicUrl: new URL(GATE_PUBLIC_URL),
      dataDirectory: './foyer-gate-data',
      keyFile: '/keys',
      databaseUrl: url,
    })
    expect(() => readStoreSettings([], {})).toThrow('GATE_PUBLIC_URL is required')
  })
})

describe('the settings file', () => {
  it('a settings file has the lowest priority: a variable wins over it, and a flag over both', () => {
    const GATE_SETTINGS_FILE = fileWith(
      '# comment\nGATE_PORT=1\nGATE_HOST="::1"\nGATE_LOG_LEVEL=debug\n',
    )
    const settings = readSettings(['--log-level', 'warn'], {
      ...required,
      GATE_SETTINGS_FILE,
      GATE_PORT: '2',
    })
    expect(settings).toMatchObject({ host: '::1', port: 2, logLevel: 'warn' })
  })

  it('a line of the settings file without = stops the gate: its setting, such as the access policy, would be left out', () => {
    const GATE_SETTINGS_FILE = fileWith(
      '# comment\n\nGATE_POLICY_FILE: /etc/policy.json\nGATE_LOG_LEVEL=debug\n \nGATE_ACCENT #123456\n',
    )
    const setting = '--settings-file / GATE_SETTINGS_FILE'
    expect(() => readSettings([], { ...required, GATE_SETTINGS_FILE })).toThrow(
      `${setting}: line 3 has no =\n${setting}: line 6 has no =\nStart it with --help`,
    )
  })

  it('mistakes in the settings file are reported like others, and name the setting of the file', () => {
    const GATE_SETTINGS_FILE = fileWith('GATE_COLOUR=red\nPATH=/bin\nGATE_MODE=test\n')
    expect(() => readSettings([], { ...required, GATE_SETTINGS_FILE })).toThrow(
      [
        '--settings-file / GATE_SETTINGS_FILE: PATH is not a setting',
        '--settings-file / GATE_SETTINGS_FILE: GATE_COLOUR is not a setting',
        '--mode / GATE_MODE must be production or local',
      ].join('\n'),
    )
    expect(() => readSettings(['--settings-file', '/none'], required)).toThrow(
      '--settings-file / GATE_SETTINGS_FILE must be a readable file',
    )
  })
})

it('a gate in production serves new requests for five more seconds when it is stopped, a local one does not', () => {
  expect(readSettings([], required)).toMatchObject({ drainSeconds: 5, stopSeconds: 10 })
  expect(readSettings([], local).drainSeconds).toBe(0)
  expect(readSettings([], { ...local, GATE_DRAIN_SECONDS: '7' }).drainSeconds).toBe(7)
})

const policies = mkdtempSync(join(tmpdir(), 'foyer-policies-'))
afterAll(() => rmSync(policies, { recursive: true }))

function policyFile(policy: AccessPolicy): string {
  const file = join(policies, randomUUID())
  writeFileSync(file, JSON.stringify(policy))
  return file
}

it('the access policy may name the accounts of the project, each host of the gate, and other hosts', () => {
  const policy = {
    tenants: { _123456789012: {} },
    hosts: { 'app.corp.example': {}, 'wiki.example:8443': {}, 'other.example': {} },
  }
  const settings = readSettings([], {
    ...required,
    GATE_UPSTREAMS: 'https://wiki.example:8443=http://wiki',
    GATE_POLICY_FILE: policyFile(policy),
    GATE_PASS_HEADERS: 'x-user-id',
  })
  expect(settings.policy).toEqual(policy)
})

describe('a rule between settings', () => {
  const emulator = { ...local, ...emulatorTokens }
  const elsewhere = 'https://app.corp.example'
  const rules: [string, Record<string, string>, Record<string, string>[]][] = [
    [
      'GATE_ACCEPT_EMULATOR_TOKENS is refused in production',
      { ...required, ...emulatorTokens },
      [{ GATE_MODE: 'test' }, { GATE_ACCEPT_EMULATOR_TOKENS: 'yes' }],
    ],
    [
      'FIREBASE_AUTH_EMULATOR_HOST is refused in production',
      { ...required, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:4300' },
      [{ GATE_MODE: 'test' }],
    ],
    [
      'GATE_PUBLIC_URL must be on localhost while emulator tokens are accepted',
      { ...emulator, GATE_PUBLIC_URL: elsewhere },
      [{ GATE_PUBLIC_URL: 'ftp://x' }, { GATE_ACCEPT_EMULATOR_TOKENS: 'yes' }],
    ],
    [
      'GATE_HOST must be a loopback address while emulator tokens are accepted',
      { ...emulator, GATE_HOST: '0.0.0.0' },
      [{ GATE_ACCEPT_EMULATOR_TOKENS: 'yes' }],
    ],
    [
      'GATE_JWKS_URL must be https in production',
      { ...required, GATE_JWKS_URL: 'http://keys.example/' },
      [{ GATE_MODE: 'test' }, { GATE_JWKS_URL: 'ftp://keys.example/' }],
    ],
    [
      'GATE_LOGIN must be another origin than --public-url / GATE_PUBLIC_URL',
      { ...required, GATE_LOGIN: `${elsewhere}/login` },
      [{ GATE_LOGIN: 'ftp://x' }, { GATE_PUBLIC_URL: 'ftp://x' }],
    ],
    [
      "GATE_TENANTS names another project's accounts",
      { ...required, GATE_TENANTS: '_999' },
      [{ GATE_PROJECT_NUMBER: '' }],
    ],
    [
      'GATE_UPSTREAMS must be on localhost while emulator tokens are accepted',
      { ...emulator, GATE_UPSTREAMS: 'https://wiki.example=http://127.0.0.1:1' },
      [{ GATE_UPSTREAMS: 'x' }, { GATE_ACCEPT_EMULATOR_TOKENS: 'yes' }],
    ],
    [
      'GATE_LOGIN must be another origin than those of --upstreams / GATE_UPSTREAMS',
      { ...required, GATE_UPSTREAMS: 'https://login.example.com=http://127.0.0.1:1' },
      [{ GATE_UPSTREAMS: 'x' }, { GATE_LOGIN: 'ftp://x' }],
    ],
    [
      'GATE_UPSTREAMS names a host twice, or the host of --public-url / GATE_PUBLIC_URL',
      { ...required, GATE_UPSTREAMS: `${elsewhere}:443=http://127.0.0.1:1` },
      [{ GATE_UPSTREAMS: 'x' }, { GATE_PUBLIC_URL: 'ftp://x' }],
    ],
    [
      'GATE_UPSTREAM is required',
      { ...required, GATE_UPSTREAM: '' },
      [{ GATE_UPSTREAM: 'ftp://x' }, { GATE_AUTH_PORT: 'x' }],
    ],
    [
      'GATE_UPSTREAMS has a host without an application, which needs --auth-port / GATE_AUTH_PORT',
      { ...required, GATE_UPSTREAMS: 'https://wiki.example' },
      [{ GATE_UPSTREAMS: 'x' }, { GATE_AUTH_PORT: 'x' }],
    ],
    [
      'GATE_AUTH_PORT needs --trusted-proxies / GATE_TRUSTED_PROXIES: who may ask',
      { ...required, GATE_AUTH_PORT: '4102' },
      [{ GATE_TRUSTED_PROXIES: 'x' }, { GATE_AUTH_PORT: 'x' }],
    ],
    [
      'GATE_AUDIENCE is the audience of an application of --upstreams / GATE_UPSTREAMS',
      {
        ...required,
        GATE_UPSTREAMS: 'https://wiki.example=http://127.0.0.1:1',
        GATE_AUDIENCE: '/projects/123456789012/apps/wiki.example',
      },
      [{ GATE_UPSTREAMS: 'x' }, { GATE_PROJECT_NUMBER: '' }],
    ],
    [
      "GATE_POLICY_FILE names another project's accounts",
      { ...required, GATE_POLICY_FILE: policyFile({ tenants: { _999: {} } }) },
      [{ GATE_PROJECT_NUMBER: '' }],
    ],
    [
      "GATE_POLICY_FILE names another project's accounts",
      {
        ...required,
        GATE_POLICY_FILE: policyFile({
          hosts: { 'app.corp.example': { paths: [{ path: '/', tenants: ['_999'] }] } },
        }),
      },
      [{ GATE_POLICY_FILE: '/nowhere' }],
    ],
    [
      'GATE_PASS_HEADERS lists a header that --policy-file / GATE_POLICY_FILE sets',
      {
        ...required,
        GATE_PASS_HEADERS: 'X-User-Email',
        GATE_POLICY_FILE: policyFile({
          paths: [{ path: '/', headers: { 'x-user-email': 'email' } }],
        }),
      },
      [{ GATE_PASS_HEADERS: 'x_y' }, { GATE_POLICY_FILE: '/nowhere' }],
    ],
    [
      `GATE_POLICY_FILE has hosts, but not each host of the gate: add ${new URL(required.GATE_PUBLIC_URL).host}`,
      { ...required, GATE_POLICY_FILE: policyFile({ hosts: { 'wiki.example': {} } }) },
      [{ GATE_PUBLIC_URL: 'ftp://x' }, { GATE_UPSTREAMS: 'x' }],
    ],
    [
      'GATE_POLICY_FILE lets nobody sign in',
      {
        ...required,
        GATE_TENANTS: 'acme,globex',
        GATE_POLICY_FILE: policyFile({ tenants: { initech: {} } }),
      },
      [{ GATE_TENANTS: 'a b' }, { GATE_POLICY_FILE: '/nowhere' }],
    ],
  ]
  const errorsOf = (environment: Record<string, string>) => {
    try {
      readSettings([], environment)
      return ''
    } catch (error) {
      return String(error)
    }
  }

  it.each(rules)('the rule "%s" is checked beside an invalid setting', (message, broken) => {
    const errors = errorsOf({ ...broken, GATE_PORT: 'x' })
    expect(errors).toContain(message)
    expect(errors).toContain('GATE_PORT must be')
  })

  it.each(rules)(
    'the rule "%s" is not checked if a setting in it is invalid',
    (message, broken, invalid) => {
      for (const change of invalid) {
        const errors = errorsOf({ ...broken, ...change })
        expect(errors).not.toContain(message)
        expect(errors).toMatch(/ (?:must be|is required)/)
      }
    },
  )

  it('a single unknown setting is refused', () => {
    expect(() => readSettings([], { ...required, GATE_COLOUR: 'red' })).toThrow(
      'GATE_COLOUR is not a setting',
    )
  })
})

it('an empty environment variable counts as not set', () => {
  const empty = { GATE_PORT: '', GATE_TENANTS: '', FIREBASE_AUTH_EMULATOR_HOST: '' }
  expect(readSettings([], { ...required, ...empty })).toMatchObject({
    port: 4100,
    tenantIds: ['_123456789012'],
  })
})

it('the environment variables of other programs have no effect', () => {
  const others = { PATH: '/bin', MY_GATE_PORT: '1' }
  expect(readSettings([], { ...required, ...others }).port).toBe(4100)
})

it('each setting that is given has its value', () => {
  const given = {
    GATE_TENANTS: ' acme , globex,acme,,_123456789012',
    GATE_DATA: '/var/gate',
    GATE_PASS_HEADERS: 'X-User-Id, True-Client-IP',
    GATE_ENCODED_SLASHES: 'pass',
    GATE_JWKS_URL: 'https://keys.example/jwks',
    GATE_AUDIENCE: '/projects/1/apps/other',
    GATE_GCIP_CLAIM: 'string',
    GATE_UNVERIFIED_EMAIL: 'pass',
    GATE_PREFLIGHT: 'pass',
  }
  expect(readSettings([], { ...required, ...given })).toMatchObject({
    tenantIds: ['acme', 'globex', '_123456789012'],
    dataDirectory: '/var/gate',
    passedHeaders: new Set(['x-user-id', 'true-client-ip']),
    passesEncodedSlashes: true,
    jwksUrl: new URL('https://keys.example/jwks'),
    audience: '/projects/1/apps/other',
    gcipClaim: 'string',
    passesUnverifiedEmail: true,
    passesPreflights: true,
  })
})

it('each host of the gate has an application and an audience of its own', () => {
  const upstreams =
    'https://wiki.example=http://10.0.0.1:81, https://chat.example:8443=https://chat'
  const { sites, ...first } = readSettings([], { ...required, GATE_UPSTREAMS: upstreams })
  expect(sites).toEqual([
    {
      publicUrl: new URL('https://app.corp.example'),
      upstream: new URL('http://127.0.0.1:4200'),
      audience: '/projects/123456789012/apps/demo-proj',
    },
    {
      publicUrl: new URL('https://wiki.example'),
      upstream: new URL('http://10.0.0.1:81'),
      audience: '/projects/123456789012/apps/wiki.example',
    },
    {
      publicUrl: new URL('https://chat.example:8443'),
      upstream: new URL('https://chat'),
      audience: '/projects/123456789012/apps/chat.example:8443',
    },
  ])
  expect(first).toMatchObject(sites[0])
})

it.each([
  'wiki.example=http://127.0.0.1:1',
  'https://wiki.example=127.0.0.1:1',
  'https://wiki.example/path=http://127.0.0.1:1',
  'https://wiki.example=http://127.0.0.1:1/path',
  'http://wiki.example=http://127.0.0.1:1',
  'https://wiki.example=http://127.0.0.1:1=http://127.0.0.1:2',
  '=http://127.0.0.1:1',
  'https://wiki.example=',
])('the gate refuses the application %s', (upstreams) => {
  expect(() => readSettings([], { ...required, GATE_UPSTREAMS: upstreams })).toThrow(
    'GATE_UPSTREAMS must be pairs such as https://wiki.example.com=http://127.0.0.1:8081',
  )
})

it.each([
  'https://a.example=http://b, https://A.example=http://c',
  'http://localhost:443=http://b, https://localhost=http://c',
  'http://localhost=http://b, https://localhost=http://c',
])('two applications that a Host header does not tell apart are refused: %s', (upstreams) => {
  expect(() => readSettings([], { ...required, GATE_UPSTREAMS: upstreams })).toThrow(
    'names a host twice',
  )
})

it('a gate that reverse proxies ask needs no application', () => {
  const settings = readSettings([], {
    ...required,
    GATE_UPSTREAM: '',
    GATE_UPSTREAMS: 'https://wiki.example',
    GATE_AUTH_PORT: '4102',
    GATE_AUTH_HOST: '::1',
    GATE_TRUSTED_PROXIES: '10.0.0.0/8',
  })
  expect(settings.auth).toEqual({ host: '::1', port: 4102 })
  expect(settings.sites.map(({ upstream }) => upstream)).toEqual([undefined, undefined])
})

it('what can be passed on or omitted is not, if the settings say so', () => {
  const given = {
    GATE_ENCODED_SLASHES: 'refuse',
    GATE_UNVERIFIED_EMAIL: 'omit',
    GATE_PREFLIGHT: 'refuse',
    GATE_GCIP_CLAIM: 'object',
  }
  expect(readSettings([], { ...required, ...given })).toMatchObject({
    passesEncodedSlashes: false,
    passesUnverifiedEmail: false,
    passesPreflights: false,
    gcipClaim: 'object',
  })
})

it.each([
  ['GATE_PORT', 'port', 0, 65_535],
  ['GATE_SESSION_SECONDS', 'sessionSeconds', 1, 3_600],
  ['GATE_STREAM_GRACE', 'streamGraceSeconds', 0, 604_800],
  ['GATE_UPSTREAM_TIMEOUT', 'upstreamTimeoutSeconds', 1, 86_400],
] as const)('the setting %s is a whole number with limits', (name, key, low, high) => {
  const start = (value: string) => readSettings([], { ...required, [name]: value })
  expect([start(`${low}`)[key], start(`${high}`)[key]]).toEqual([low, high])
  expect(() => start(`${high + 1}`)).toThrow(`must be at most ${high}`)
  for (const text of ['1x', 'x1', '1.5', '0000001']) {
    expect(() => start(text)).toThrow(`must be a whole number between ${low} and ${high}`)
  }
})

it.each(['GATE_SESSION_SECONDS', 'GATE_UPSTREAM_TIMEOUT'])('the setting %s is not 0', (name) => {
  expect(() => readSettings([], { ...required, [name]: '0' })).toThrow('must be at least 1')
})

it.each(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])(
  'the log level %s is accepted',
  (level) => {
    expect(readSettings([], { ...required, GATE_LOG_LEVEL: level }).logLevel).toBe(level)
  },
)

it('another log level is refused, and the error lists the levels', () => {
  expect(() => readSettings([], { ...required, GATE_LOG_LEVEL: 'trace' })).toThrow(
    'must be one of fatal, error, warn, info, debug, silent',
  )
})

it('the keys of ID tokens may come from an http URL in local mode', () => {
  const settings = readSettings([], { ...local, GATE_JWKS_URL: 'http://localhost:4300/keys' })
  expect(settings.jwksUrl.href).toBe('http://localhost:4300/keys')
})

it('an API key has up to 100 letters, digits, hyphens and underscores', () => {
  const start = (key: string) => readSettings([], { ...required, GATE_API_KEY: key })
  expect(start('k'.repeat(100)).apiKey).toBe('k'.repeat(100))
  for (const key of ['k'.repeat(101), '&key', 'key&']) {
    expect(() => start(key)).toThrow('must be an API key')
  }
})

it.each(['http://user@app', 'http://:secret@app', 'xhttp://app', 'httpx://app', 'app'])(
  'the URL %s of the application is refused',
  (url) => {
    expect(() => readSettings([], { ...required, GATE_UPSTREAM: url })).toThrow(
      '--upstream / GATE_UPSTREAM must be an http or https URL without user-info',
    )
  },
)

it('a setting of spaces is missing, and spaces around a value are ignored', () => {
  expect(() => readSettings([], { ...required, GATE_LOGIN: '  ' })).toThrow('is required')
  expect(readSettings([], { ...required, GATE_PROJECT_ID: ' demo-proj ' }).projectId).toBe(
    'demo-proj',
  )
})

it('a flag followed by another flag has no value, and a value after = may look like a flag', () => {
  expect(() => readSettings(['--host', '--port', '1'], required)).toThrow('--host needs a value')
  expect(() => readSettings(['--data='], required)).toThrow('--data needs a value')
  expect(readSettings(['--data=--port'], required).dataDirectory).toBe('--port')
})

it('the error about invalid settings says how to see all settings', () => {
  expect(() => readSettings([], {})).toThrow(/\nStart it with --help to see every setting\.$/)
})

it('the help text begins with the usage, and has a line for each setting', () => {
  const lines = helpText().split('\n')
  expect(lines.slice(0, 6)).toEqual([
    'foyer-gate: a reverse proxy that lets only signed-in users through to the application',
    '',
    'Usage: foyer-gate --upstream URL --login URL --public-url ORIGIN …',
    '',
    'Each setting is a flag or an environment variable; the flag wins.',
    '',
  ])
  expect(lines.at(-1)).toBe('')
  expect(lines).toHaveLength(9 + settingNames.length + 1)
  expect(lines).toContain(
    '  --mode                    GATE_MODE                    production or local. Default: production.',
  )
})

it('the help text explains every setting', () => {
  const help = helpText()
  for (const name of settingNames)
    expect(help).toMatch(new RegExp(`--${name} +${variableOf(name)} +\\S`))
})

describe('a setting that other packages parse by the same rules', () => {
  const start = (changes: Record<string, string>) => () =>
    readSettings([], { ...required, ...changes })
  const { networks, tenantIds, projectIds } = boundaryValues

  it.each(networks.valid)('the gate starts with the trusted proxies %j', (text) => {
    expect(start({ GATE_TRUSTED_PROXIES: text })).not.toThrow()
  })

  it.each(networks.invalid)('the gate refuses to start with the trusted proxies %j', (text) => {
    expect(start({ GATE_TRUSTED_PROXIES: text })).toThrow(
      '--trusted-proxies / GATE_TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/8',
    )
  })

  it.each(tenantIds.valid)('the gate starts with the tenant id %j', (id) => {
    expect(start({ GATE_TENANTS: id })().tenantIds).toEqual([id])
  })

  it.each(tenantIds.invalid.filter((id) => id !== '' && !id.startsWith('_')))(
    'the gate refuses to start with the tenant id %j',
    (id) => {
      expect(start({ GATE_TENANTS: id })).toThrow('must be tenant ids separated by commas')
    },
  )

  it.each(projectIds.valid)('the gate starts with the project id %j', (id) => {
    expect(start({ GATE_PROJECT_ID: id })().projectId).toBe(id)
  })

  it.each(projectIds.invalid.filter((id) => id !== ''))(
    'the gate refuses to start with the project id %j',
    (id) => {
      expect(start({ GATE_PROJECT_ID: id })).toThrow('must be a project id')
    },
  )
})

describe('the branding of the gate’s pages', () => {
  function logoFile(content: string | Buffer): string {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-gate-logo-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'logo'), content)
    return join(folder, 'logo')
  }

  it('without branding, the pages have our own name, logo and colour', () => {
    const { productName, logo, accent } = readSettings([], required)
    expect({ productName, logo, accent }).toEqual({
      productName: 'Foyer',
      logo: undefined,
      accent: undefined,
    })
  })

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    ['PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'image/png'],
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['WebP', Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8 ', 'latin1'), 'image/webp'],
  ])('a logo may be a %s file', (_, content, type) => {
    const { logo } = readSettings([], { ...required, GATE_LOGO: logoFile(content) })
    expect(logo).toBe(`data:${type};base64,${content.toString('base64')}`)
  })

  it.each([
    ['is text', 'logo'],
    ['is HTML', '<!doctype html><svg/>'],
    ['is empty', ''],
    ['has more than 32 KB', `<svg>${' '.repeat(32 * 1024)}</svg>`],
  ])('a logo that %s is refused', (_, content) => {
    expect(() => readSettings([], { ...required, GATE_LOGO: logoFile(content) })).toThrow(
      '--logo / GATE_LOGO must be a readable SVG, PNG, JPEG or WebP file of at most 32 KB',
    )
  })

  it('a logo that does not exist is refused', () => {
    expect(() => readSettings([], { ...required, GATE_LOGO: '/no/such/logo.svg' })).toThrow(
      'GATE_LOGO must be a readable',
    )
  })

  it.each([
    ['red', 'must be a colour written as #rrggbb'],
    ['#ff9900', 'is too light for white text on it'],
  ])('the accent %s is refused by the rule of the sign-in page', (accent, message) => {
    const says = expect.stringMatching(
      new RegExp(`^--accent / GATE_ACCENT ${message}.*\\nStart it with --help`),
    ) as string
    expect(() => readSettings([], { ...required, GATE_ACCENT: accent })).toThrow(
      expect.objectContaining({ message: says }),
    )
    const config = {
      apiKey: 'key',
      authDomain: 'login.example.com',
      productURL: 'https://app.example.com/',
      functionUrl: '/custom-token',
      branding: { accent },
    }
    expect(parseConfig(config)).toMatchObject({
      ok: false,
      errors: [{ key: 'branding.accent', message: expect.stringContaining(message) as string }],
    })
  })

  it('the contact is an email address or an https URL, by the rule of the sign-in page', () => {
    const contact = 'help@acme.example'
    expect(readSettings([], { ...required, GATE_HELP_CONTACT: contact }).contact).toBe(contact)
    expect(readSettings([], required).contact).toBeUndefined()
    expect(() => readSettings([], { ...required, GATE_HELP_CONTACT: 'the desk' })).toThrow(
      '--help-contact / GATE_HELP_CONTACT must be an email address or an https address',
    )
  })

  it('a product name is refused if it is longer than 100 characters', () => {
    expect(() => readSettings([], { ...required, GATE_PRODUCT_NAME: 'x'.repeat(101) })).toThrow(
      '--product-name / GATE_PRODUCT_NAME must have at most 100 characters',
    )
  })
})

it('the gate reads thousands of tenants from a file, which is longer than an argument may be', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-gate-tenants-'))
  const file = join(folder, 'tenants')
  const ids = Array.from({ length: 12_000 }, (_each, index) => `Company-${index}-x1y2z`)
  writeFileSync(file, `${ids.join('\n')}\n${ids[0]}\n`)
  const { GATE_TENANTS: _list, ...others }: Record<string, string> = required
  expect(readSettings(['--tenants-file', file], others).tenantIds).toEqual(ids)

  const withList = { ...others, GATE_TENANTS: 'acme', GATE_TENANTS_FILE: file }
  expect(() => readSettings([], withList)).toThrow('GATE_TENANTS_FILE exclude each other')
  writeFileSync(file, 'acme globex,_999')
  expect(() => readSettings([], { ...others, GATE_TENANTS_FILE: file })).toThrow(
    "GATE_TENANTS_FILE names another project's accounts",
  )
  writeFileSync(file, 'acme/globex')
  expect(() => readSettings([], { ...others, GATE_TENANTS_FILE: file })).toThrow('one a line')
  rmSync(folder, { recursive: true })
  expect(() => readSettings([], { ...others, GATE_TENANTS_FILE: file })).toThrow(
    'must be a readable file',
  )
})
