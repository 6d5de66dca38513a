import { expect, it } from 'vitest'
import { parseSettings } from '../settings.ts'
import { parseDatabaseUrl } from '../store/store-settings.ts'

const required = {
  FOYER_PUBLIC_URL: 'https://login.example.com',
  FOYER_API_KEY: 'AIzaSyDEMO-only_not_a_real_key_0000000a',
  FOYER_AUTH_DOMAIN: 'demo-proj.firebaseapp.com',
  FOYER_PRODUCT_URL: 'https://app.corp.example/',
  FOYER_FUNCTION_URL: '/function/link',
  FOYER_SIGNING_KEY: Buffer.alloc(32).toString('base64'),
}
const parse = (environment: Record<string, string>, files: Record<string, string>) =>
  parseSettings({ ...required, ...environment }, (path) => {
    const text = files[path]
    if (text === undefined) throw new Error('no such file')
    return text
  })

const url = 'postgres://foyer:secret@db.example.com/foyer'

it('a secret is read from a file, without the line break at its end', () => {
  const parsed = parse(
    { DATABASE_URL_FILE: '/run/secrets/url' },
    { '/run/secrets/url': `${url}\n` },
  )
  expect(parsed.ok && parsed.settings.store).toMatchObject({ kind: 'postgres', url })
})

it('a secret in a file that cannot be read, or that is set twice, is reported without its value', () => {
  expect(parse({ DATABASE_URL_FILE: '/missing' }, {})).toEqual({
    ok: false,
    errors: [{ key: 'DATABASE_URL_FILE', message: 'cannot be read' }],
  })
  expect(parse({ DATABASE_URL_FILE: '/url', DATABASE_URL: url }, { '/url': url })).toEqual({
    ok: false,
    errors: [{ key: 'DATABASE_URL_FILE', message: 'must not be set together with DATABASE_URL' }],
  })
})

it('an invalid secret in a file is reported under the name of its setting', () => {
  expect(parse({ DATABASE_URL_FILE: '/url' }, { '/url': 'mysql://secret' })).toMatchObject({
    ok: false,
    errors: [{ key: 'DATABASE_URL', message: expect.not.stringContaining('secret') as string }],
  })
})

it('a variable that ends with _FILE and names no secret is no setting', () => {
  expect(parse({ FOYER_API_KEY_FILE: '/key' }, { '/key': 'key' })).toMatchObject({ ok: false })
})

it.each(['DATABASE_URL', 'FOYER_SIGNING_KEY', 'FOYER_PARTNER_KEYS'])(
  'an empty file for %s is reported, and the setting does not count as absent',
  (name) => {
    const environment = { DATABASE_URL: url, ...required, [name]: '', [`${name}_FILE`]: '/empty' }
    const parsed = parseSettings(environment, () => '\r\n')
    expect(parsed.ok ? [] : parsed.errors).toContainEqual({
      key: `${name}_FILE`,
      message: 'names an empty file',
    })
  },
)

it('an empty variable counts as not set, also for the command that makes the tables', () => {
  const readFile = () => `${url}\r\n`
  expect(parseDatabaseUrl({ DATABASE_URL_FILE: '', DATABASE_URL: url }, readFile)).toEqual({
    ok: true,
    url,
  })
  expect(parseDatabaseUrl({ DATABASE_URL_FILE: '/url', DATABASE_URL: '' }, readFile)).toEqual({
    ok: true,
    url,
  })
})
