import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, type Authority } from '@foyer/test-services/certificates'
import { startPostgres, type PostgresServer } from '@foyer/test-services/postgres-server'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from './open-postgres.ts'
import { withClient } from './connection.ts'

const directory = mkdtempSync(join(tmpdir(), 'foyer-tls-'))
let postgres: PostgresServer
let authority: Authority

function urlWith(host: string, trusted?: Authority): string {
  const url = new URL(postgres.url)
  url.hostname = host
  url.searchParams.set('sslmode', 'verify-full')
  if (trusted !== undefined) {
    const file = join(directory, 'ca.pem')
    writeFileSync(file, trusted.cert)
    url.searchParams.set('sslrootcert', file)
  }
  return url.href
}

const open = (url: string) =>
  openPostgres({
    url,
    gate: 'https://app.corp.example',
    keyFile: undefined,
    log: pino({ level: 'silent' }),
    now: () => Math.floor(Date.now() / 1000),
  })

beforeAll(async () => {
  authority = await createAuthority('database')
  postgres = await startPostgres(authority.issue(['localhost']))
})
afterAll(async () => {
  await postgres.stop()
  rmSync(directory, { recursive: true })
})

it('the gate speaks TLS to a Postgres whose certificate is of a private authority that the URL names', async () => {
  const url = urlWith('localhost', authority)
  const { store } = await open(url)
  expect(await store.spend('state:a', 4_000_000_000)).toBe(true)
  const { rows } = await withClient(url, (client) =>
    client.query(
      'select count(*)::int as plain from pg_stat_ssl join pg_stat_activity using (pid) where not ssl and application_name = $1',
      ['foyer-gate'],
    ),
  )
  expect(rows).toEqual([{ plain: 0 }])
  await store.close()
})

it.each<[string, () => Promise<string>, RegExp]>([
  [
    'of an authority that no system trusts',
    async () => urlWith('localhost'),
    /^its certificate is not trusted \(\w+\): name the authority .*sslrootcert/,
  ],
  [
    'of another authority than the URL names',
    async () => urlWith('localhost', await createAuthority('other')),
    /^its certificate is not trusted \(\w+\): name the authority .*sslrootcert/,
  ],
])(
  'the gate does not start with a Postgres whose certificate is %s, and the error says what to do',
  async (_what, url, message) => {
    await expect(open(await url())).rejects.toThrow(message)
  },
)

it('the gate does not start with a Postgres whose certificate is for another host', async () => {
  await postgres.stop()
  postgres = await startPostgres(authority.issue(['db.corp.example']))
  await expect(open(urlWith('localhost', authority))).rejects.toThrow(
    /^its certificate is for another host/,
  )
})
