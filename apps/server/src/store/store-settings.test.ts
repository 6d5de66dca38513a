import { describe, expect, it } from 'vitest'
import { parseSettings } from '../settings.ts'
import {
  invalidKeys,
  localEnvironment,
  minimalEnvironment,
} from '../testing/environment-fixture.ts'

const key = Buffer.alloc(32, 1).toString('base64')
const shortKey = Buffer.alloc(31, 1).toString('base64')
const database = 'postgres://foyer:x@db.example.com/foyer'

describe('account service settings', () => {
  it('the default is an embedded store with its own key, without email and metrics', () => {
    const parsed = parseSettings(minimalEnvironment, () => '{}')
    expect(parsed).toMatchObject({
      ok: true,
      settings: {
        store: { kind: 'embedded', dataFolder: '.foyer' },
        keys: { signingKey: null },
        mail: null,
        metrics: null,
      },
    })
  })

  it('all account service settings are parsed', () => {
    const parsed = parseSettings(
      {
        ...minimalEnvironment,
        DATABASE_URL: database,
        FOYER_SIGNING_KEY: key,
        FOYER_PARTNER_KEYS: `acme:${key}, globex:${key}`,
        FOYER_MAIL_URL: 'smtps://user:x@mail.example.com',
        FOYER_MAIL_FROM: 'Example <no-reply@example.com>',
        FOYER_METRICS_PORT: '9100',
      },
      () => '{}',
    )
    expect(parsed).toMatchObject({
      ok: true,
      settings: {
        store: { kind: 'postgres', url: database },
        keys: { signingKey: Buffer.alloc(32, 1) },
        mail: { from: 'Example <no-reply@example.com>' },
        metrics: { host: '127.0.0.1', port: 9100 },
      },
    })
    expect(parsed.ok && [...parsed.settings.keys.partnerKeys.keys()]).toEqual(['acme', 'globex'])
  })

  it.each([
    'postgres://foyer:x@db.example.com/foyer',
    'postgresql://foyer:x@[2001:db8::1]:6432/foyer?sslmode=verify-full',
    'postgres://foyer:secret@/foyer?host=/cloudsql/project:region:instance',
    'postgresql:///foyer?host=/var/run/postgresql',
    'postgresql://foyer@%2Fvar%2Frun%2Fpostgresql/foyer',
  ])('the database URL %s is accepted, with a host or a Unix socket', (url) => {
    expect(
      invalidKeys({ ...minimalEnvironment, DATABASE_URL: url, FOYER_SIGNING_KEY: key }),
    ).toEqual([])
  })

  it.each(['postgres://', 'postgres://foyer:x@', 'postgres://a b/foyer', 'mysql://db/foyer'])(
    'the database URL %s is refused',
    (url) => {
      expect(
        invalidKeys({ ...minimalEnvironment, DATABASE_URL: url, FOYER_SIGNING_KEY: key }),
      ).toEqual(['DATABASE_URL'])
    },
  )

  it.each<[string, Record<string, string>]>([
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db.example.com', FOYER_SIGNING_KEY: key }],
    ['FOYER_SIGNING_KEY', { DATABASE_URL: database }],
    ['FOYER_SIGNING_KEY', { FOYER_SIGNING_KEY: shortKey }],
    ['FOYER_MIGRATE', { FOYER_MIGRATE: 'never' }],
    ['FOYER_MIGRATE', { FOYER_MIGRATE: 'no' }],
    ['FOYER_PARTNER_KEYS', { FOYER_PARTNER_KEYS: `acme:${shortKey}` }],
    ['FOYER_PARTNER_KEYS', { FOYER_PARTNER_KEYS: key }],
    ['FOYER_PARTNER_KEYS', { FOYER_PARTNER_KEYS: `acme:${key},acme:${key}` }],
    ['FOYER_PARTNER_KEYS', { FOYER_PARTNER_KEYS: `foyer:${key}` }],
    ['FOYER_MAIL_URL', { FOYER_MAIL_URL: 'http://mail', FOYER_MAIL_FROM: 'a@b.example' }],
    ['FOYER_MAIL_FROM', { FOYER_MAIL_URL: 'smtp://mail.example.com' }],
    ['FOYER_MAIL_URL', { FOYER_MAIL_FROM: 'a@b.example' }],
    ['FOYER_METRICS_PORT', { FOYER_METRICS_PORT: '70000' }],
    ['FOYER_TRUSTED_PROXIES', { FOYER_TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['FOYER_LOCAL_CRASH_FILE', { FOYER_LOCAL_CRASH_FILE: '/tmp/x' }],
  ])('the error names %s: %j', (name, changes) => {
    expect(invalidKeys({ ...minimalEnvironment, ...changes })).toEqual([name])
  })

  it.each([
    [['FOYER_PROJECT_ID', 'FOYER_MAIL_URL'], {}],
    [['FOYER_MAIL_URL'], { FOYER_PROJECT_ID: 'demo-proj' }],
  ])('self-registration needs %s', (keys, changes) => {
    const environment = { ...localEnvironment, FOYER_CONFIG_FILE: 'config.json', ...changes }
    const parsed = parseSettings(environment, () => '{"selfRegistration":true}')
    const errors = keys.map((key) => ({ key, message: 'is needed by selfRegistration' }))
    expect(parsed).toEqual({ ok: false, errors })
  })
})
