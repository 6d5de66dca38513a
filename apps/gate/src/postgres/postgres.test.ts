import { hasPgBouncer, startPgBouncer } from '@foyer/test-services/pgbouncer'
import { startStrictPooler } from '@foyer/test-services/strict-pooler'
import { startPostgres, type PostgresServer } from '@foyer/test-services/postgres-server'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GateData } from '../data/gate-data.ts'
import { createKeys, kidOf } from '../data/gate-keys.ts'
import { startBlackHole } from '../testing/black-hole.ts'
import { patience } from '../testing/patience.ts'
import { createPool, withClient } from './connection.ts'
import { openPostgres } from './open-postgres.ts'
import { createKeyTable } from './stored-keys.ts'
import { sweep } from './sweep.ts'
import { ensureTables, migrateTables } from './tables.ts'

const gate = 'https://app.corp.example'
const now = () => Math.floor(Date.now() / 1000)
let postgres: PostgresServer
let url: string
let databases = 0
let opened: GateData[] = []
let lines: string[]

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())
beforeEach(async () => {
  lines = []
  databases += 1
  const name = `gate_${databases}`
  await withClient(postgres.url, (client) => client.query(`create database ${name}`))
  url = postgres.url.replace(/\/postgres$/, `/${name}`)
})
afterEach(async () => {
  await Promise.all(opened.map(({ store }) => store.close()))
  opened = []
})

const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })

async function open(changes: Partial<Parameters<typeof openPostgres>[0]> = {}) {
  const data = await openPostgres({ url, gate, keyFile: undefined, log, now, ...changes })
  opened.push(data)
  return data
}

const query = (text: string, values: unknown[] = []) =>
  withClient(url, async (client) => (await client.query(text, values)).rows as unknown[])

const inAnHour = () => now() + 3_600

describe('the store on Postgres', () => {
  it('a state or token is spent once, whichever of three instances is asked, also at the same moment', async () => {
    const stores = (await Promise.all([open(), open(), open()])).map(({ store }) => store)
    for (const id of ['state:a', 'state:b', 'state:c']) {
      const attempts = Array.from(
        { length: 30 },
        (_, index) => stores[index % 3]?.spend(id, inAnHour()) ?? Promise.resolve(false),
      )
      const firsts = (await Promise.all(attempts)).filter(Boolean)
      expect(firsts).toHaveLength(1)
      expect(await stores[0]?.isSpent(id)).toBe(true)
    }
    expect(await stores[0]?.isSpent('state:d')).toBe(false)
  })

  it('a session that one instance ends is ended on the others at once, and they are told so once', async () => {
    const [one, other] = await Promise.all([open(), open({ pollMilliseconds: 600_000 })])
    const heard: string[] = []
    other.store.onEnded((id) => heard.push(id))
    await one.store.endSession('s-1', inAnHour())
    expect(one.store.hasEnded('s-1')).toBe(true)
    await vi.waitFor(() => expect(other.store.hasEnded('s-1')).toBe(true), patience)
    await one.store.endSession('s-1', inAnHour())
    await one.store.endSession('s-2', inAnHour())
    await vi.waitFor(() => expect(heard).toEqual(['s-1', 's-2']), patience)
  })

  it('a session is ended on all instances within two seconds although the notification is lost', async () => {
    const { store } = await open()
    await query(
      `insert into gate_ended_sessions (gate, session_id, expires_at)
       values ($1, 's-1', now() + interval '1 hour')`,
      [gate],
    )
    await vi.waitFor(() => expect(store.hasEnded('s-1')).toBe(true), patience)
  })

  it('a sign-out whose transaction ends late is not missed, although later ones were read before', async () => {
    const { store } = await open({ pollMilliseconds: 100 })
    const insert = `insert into gate_ended_sessions (gate, session_id, expires_at)
      values ($1, $2, now() + interval '1 hour')`
    await withClient(url, async (client) => {
      await client.query('begin')
      await client.query(insert, [gate, 'early'])
      await query(insert, [gate, 'late'])
      await vi.waitFor(() => expect(store.hasEnded('late')).toBe(true), patience)
      expect(store.hasEnded('early')).toBe(false)
      await client.query('commit')
    })
    await vi.waitFor(() => expect(store.hasEnded('early')).toBe(true), patience)
  })

  it('gates of other applications in the same database share neither keys nor ended sessions nor states', async () => {
    const [one, other] = await Promise.all([open(), open({ gate: 'https://other.example' })])
    await one.store.endSession('s-1', inAnHour())
    expect(await one.store.spend('state:a', inAnHour())).toBe(true)
    expect(await other.store.spend('state:a', inAnHour())).toBe(true)
    expect(other.store.hasEnded('s-1')).toBe(false)
    expect(other.keys.current().kid).not.toBe(one.keys.current().kid)
  })

  it('an id is a value and never a part of a statement', async () => {
    const { store } = await open()
    const ids = ["'); drop table gate_spent; --", '\u{1f600} ığ', 'x'.repeat(3_000), String.raw`\'`]
    for (const id of ids) {
      expect(await store.spend(id, inAnHour())).toBe(true)
      expect(await store.spend(id, inAnHour())).toBe(false)
    }
    await expect(store.spend('a\0b', inAnHour())).rejects.toThrow('cannot be stored')
  })

  it('expired rows are removed in batches, by one instance at a time, and only when no clock can be so far behind', async () => {
    await open()
    await query(
      `insert into gate_spent select $1, 'old:' || n, now() - interval '1 hour' from generate_series(1, 2500) n`,
      [gate],
    )
    await query(`insert into gate_spent values ($1, 'recent', now() - interval '5 minutes')`, [
      gate,
    ])
    await query(
      `insert into gate_ended_sessions select $1, 'old:' || n, now() - interval '1 hour' from generate_series(1, 3) n`,
      [gate],
    )
    const pool = createPool(url)
    await withClient(url, async (client) => {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock(5064737012202)')
      expect(await sweep(pool)).toBe(0)
    })
    await vi.waitFor(async () => expect(await sweep(pool)).toBe(2_500), patience)
    await pool.end()
    expect(await query('select id from gate_spent')).toEqual([{ id: 'recent' }])
    expect(await query('select session_id from gate_ended_sessions')).toEqual([])
  })
})

it('the gate works behind a pooler that refuses parameters at the start of a connection', async () => {
  const pooler = await startStrictPooler(url)
  const { store } = await open({ url: pooler.url })
  expect(await store.spend('state:a', inAnHour())).toBe(true)
  await store.close()
  opened = []
  pooler.close()
})

it.runIf(hasPgBouncer)(
  'behind PgBouncer with transaction pooling, a sign-out is effective within two seconds without announcements',
  async () => {
    const bouncer = await startPgBouncer(url, 'transaction')
    const [one, other] = await Promise.all([open({ url: bouncer.url }), open({ url: bouncer.url })])
    await one.store.endSession('s-1', inAnHour())
    await vi.waitFor(() => expect(other.store.hasEnded('s-1')).toBe(true), patience)
    await Promise.all([one.store.close(), other.store.close()])
    opened = []
    await bouncer.close()
  },
)

it('clocks of instances may differ: a gate whose clock is slow does not bring an ended session back', async () => {
  const slow = () => now() - 500
  const [behind, right] = await Promise.all([open({ now: slow }), open()])
  // The session could be valid for an hour after its sign-out, by the clock that is behind.
  await right.store.endSession('s-1', now())
  await vi.waitFor(() => expect(behind.store.hasEnded('s-1')).toBe(true), patience)
  const pool = createPool(url)
  expect(await sweep(pool)).toBe(0)
  await pool.end()
  const late = await open()
  expect(late.store.hasEnded('s-1')).toBe(true)
})

describe('the keys on Postgres', () => {
  it('instances that start at the same moment agree on the same first keys', async () => {
    const gates = await Promise.all([open(), open(), open(), open()])
    expect(new Set(gates.map(({ keys }) => keys.current().kid)).size).toBe(1)
  })

  it('a new key is accepted at once and used later, a removed one is refused, and the others are told', async () => {
    const { keys } = await open()
    const first = keys.current().kid
    const changed = vi.fn<() => void>()
    keys.onChange(changed)
    const table = createKeyTable(url, gate)
    const next = createKeys(now() + 3_600)
    await table.change((stored) => [...stored, next])
    await vi.waitFor(
      () => expect(keys.accepted().map(({ kid }) => kid)).toEqual([kidOf(next), first]),
      patience,
    )
    expect(keys.current().kid).toBe(first)
    await table.change(() => [next])
    await vi.waitFor(
      () => expect(keys.accepted().map(({ kid }) => kid)).toEqual([kidOf(next)]),
      patience,
    )
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('keys that were deleted from the database by mistake stay in use until others are there', async () => {
    const [{ keys, store }, other] = await Promise.all([open(), open()])
    const { kid } = keys.current()
    await query('delete from gate_keys')
    // A gate that has read this has read the keys again too.
    await other.store.endSession('s-1', inAnHour())
    await vi.waitFor(() => expect(store.hasEnded('s-1')).toBe(true), patience)
    expect(keys.current().kid).toBe(kid)
  })

  it('a damaged row is reported without its content', async () => {
    await open()
    await query(`update gate_keys set content = '{"sealing":"canary"}'`)
    await expect(open()).rejects.toThrow(/^a row of gate_keys is damaged\. Restore it/)
    expect(lines.join('')).not.toContain('canary')
  })
})

describe('the tables', () => {
  it('several processes that migrate at the same moment make the tables once', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => withClient(url, migrateTables)))
    expect(made.filter((versions) => versions.length > 0)).toHaveLength(1)
    expect(await query('select version from gate_tables_versions')).toEqual([{ version: 1 }])
  })

  async function withLimitedUser<T>(work: (limitedUrl: string) => Promise<T>): Promise<T> {
    const name = `limited_${databases}`
    await query(`create role ${name} login password 'limited'`)
    await query(`revoke create on schema public from public`)
    await query(`grant usage on schema public to ${name}`)
    return work(url.replace('foyer:foyer', `${name}:limited`))
  }

  it('without tables and without the right to make them, the gate does not start, and says which command makes them', async () => {
    await withLimitedUser((limited) =>
      expect(open({ url: limited })).rejects.toThrow('Run: foyer-gate migrate-store'),
    )
  })

  it('without tables, the commands for keys say which command makes them, and change nothing', async () => {
    const table = createKeyTable(url, gate)
    await expect(table.read()).rejects.toThrow('Run: foyer-gate migrate-store')
    const change = vi.fn<() => []>(() => [])
    await expect(table.change(change)).rejects.toThrow('Run: foyer-gate migrate-store')
    expect(change).not.toHaveBeenCalled()
  })

  it('a gate whose user may only select, insert and delete works after the migration, and a start makes no other statement', async () => {
    await withClient(url, migrateTables)
    await withLimitedUser(async (limited) => {
      await query(
        `grant select, insert, delete on all tables in schema public to limited_${databases}`,
      )
      const { store, keys } = await open({ url: limited })
      expect(await store.spend('state:a', inAnHour())).toBe(true)
      await store.endSession('s-1', inAnHour())
      expect(keys.accepted()).toHaveLength(1)
      const pool = createPool(limited)
      await expect(sweep(pool)).resolves.toBe(0)
      await pool.end()
    })
  })

  it('an older gate works with tables of a newer version, unless these say that it does not', async () => {
    await withClient(url, migrateTables)
    await query('insert into gate_tables_versions values (2, 1)')
    await withClient(url, ensureTables)
    await query('insert into gate_tables_versions values (3, 3)')
    await expect(open()).rejects.toThrow('a newer version of the gate')
  })
})

describe('an unavailable database', () => {
  it('during an outage sign-ins are refused and sessions go on, a sign-out counts here and is stored afterwards', async () => {
    const proxy = await startBlackHole(url)
    const [cutOff, other] = await Promise.all([
      open({ url: proxy.url, pollMilliseconds: 200 }),
      open(),
    ])
    await other.store.endSession('before', inAnHour())
    await vi.waitFor(() => expect(cutOff.store.hasEnded('before')).toBe(true), patience)

    proxy.setSilent(true)
    const startedAt = Date.now()
    await expect(cutOff.store.spend('state:a', inAnHour())).rejects.toThrow('cannot be stored')
    await cutOff.store.endSession('during', inAnHour())
    expect(Date.now() - startedAt).toBeLessThan(patience)
    expect(cutOff.store.hasEnded('before')).toBe(true)
    expect(cutOff.store.hasEnded('during')).toBe(true)
    expect(other.store.hasEnded('during')).toBe(false)
    await vi.waitFor(() => expect(cutOff.store.isAvailable()).toBe(false), patience)
    expect(cutOff.databaseState()).toMatchObject({ isUp: false, waitingSignOuts: 1 })

    proxy.setSilent(false)
    await vi.waitFor(() => expect(other.store.hasEnded('during')).toBe(true), patience)
    expect(cutOff.store.isAvailable()).toBe(true)
    expect(await cutOff.store.spend('state:a', inAnHour())).toBe(true)
    await vi.waitFor(() =>
      expect(cutOff.databaseState()).toMatchObject({ isUp: true, waitingSignOuts: 0 }),
    )
    proxy.close()
  })

  it('what happened while the connection was lost is read when it is back', async () => {
    const proxy = await startBlackHole(url)
    const [cutOff, other] = await Promise.all([open({ url: proxy.url }), open()])
    proxy.cut()
    await other.store.endSession('s-1', inAnHour())
    await vi.waitFor(() => expect(cutOff.store.hasEnded('s-1')).toBe(true), patience)
    proxy.close()
  })

  it('a gate that starts without its database waits for it, says so, and then works', async () => {
    const proxy = await startBlackHole(url)
    proxy.setSilent(true)
    const opening = open({ url: proxy.url })
    await vi.waitFor(
      () => expect(lines.join('')).toContain('the database is unavailable'),
      patience,
    )
    proxy.setSilent(false)
    const { store } = await opening
    expect(await store.spend('state:a', inAnHour())).toBe(true)
    proxy.close()
  })

  it.each([
    ['a wrong password', (right: string) => right.replace('foyer:foyer', 'foyer:secret-canary')],
    ['a database that does not exist', (right: string) => `${right}_none`],
    [
      'a certificate that is missing',
      (right: string) => `${right}?sslmode=verify-full&sslrootcert=/none/ca.pem`,
    ],
  ])(
    'the gate does not wait if the URL has %s, and never shows a password',
    async (_what, change) => {
      const failure = await open({ url: change(url) }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(Error)
      expect(`${(failure as Error).message}${lines.join('')}`).not.toContain('secret-canary')
    },
  )

  it('a restart of the database is survived without a restart of the gate', async () => {
    const { store } = await open()
    await postgres.interrupt()
    await expect(store.spend('state:a', inAnHour())).rejects.toThrow('cannot be stored')
    await vi.waitFor(() => expect(store.isAvailable()).toBe(false), patience)
    await postgres.resume()
    await vi.waitFor(() => expect(store.isAvailable()).toBe(true), patience)
    expect(await store.spend('state:a', inAnHour())).toBe(true)
    expect(lines.filter((line) => line.includes('"the database is unavailable"'))).toHaveLength(1)
  })
})

it('the client that follows the changes closes its connection when it is closed', async () => {
  const { store } = await open()
  await store.close()
  opened = []
  const open_ = async () => {
    const client = new pg.Client(url)
    await client.connect()
    const { rowCount } = await client.query(
      "select from pg_stat_activity where application_name = 'foyer-gate' and datname = current_database()",
    )
    await client.end()
    return rowCount
  }
  await vi.waitFor(async () => expect(await open_()).toBe(0), patience)
})
