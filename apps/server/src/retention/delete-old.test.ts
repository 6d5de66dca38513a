import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RegistrationState } from '../store/tables.ts'
import { sql } from 'kysely'
import { openStore } from '../store/open-store.ts'
import { createTestStore } from '../testing/test-store.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import { deleteOld } from './delete-old.ts'

const day = 86_400_000

describeWithEachStore('deletion of old data', (database) => {
  beforeEach(async () => {
    for (const table of ['registrations', 'outbox', 'limits', 'turns', 'spent_tokens'] as const)
      await database().deleteFrom(table).execute()
  })

  const forget = () =>
    deleteOld(database(), { onFailure: (error) => expect.unreachable(String(error)) })
  const daysAgo = (days: number) => new Date(Date.now() - days * day)
  const keep = (
    name: string,
    state: RegistrationState,
    { days, isInvited = false }: { days: number; isInvited?: boolean },
  ) =>
    database()
      .insertInto('registrations')
      .values({
        id: randomUUID(),
        state,
        tenant_id: '',
        uid: name,
        language: 'tr',
        invitation_id: isInvited ? randomUUID() : null,
        finished_at: state === 'asked' ? null : daysAgo(days),
        // @ts-expect-error: only the database sets this column; the test simulates the passing of time.
        created_at: daysAgo(days),
      })
      .execute()
  const names = async () => {
    const rows = await database().selectFrom('registrations').select('uid').execute()
    return rows.map(({ uid }) => uid).toSorted()
  }

  it('unfinished registrations are deleted after a while, and used invitations are not', async () => {
    await keep('unconfirmed', 'asked', { days: 3 })
    await keep('to be confirmed', 'asked', { days: 1 })
    await keep('refused long ago', 'refused', { days: 8 })
    await keep('refused', 'refused', { days: 6 })
    await keep('created long ago', 'created', { days: 8 })
    await keep('invited long ago', 'created', { days: 800, isInvited: true })
    await keep('invited in vain long ago', 'refused', { days: 800, isInvited: true })
    await forget()
    expect(await names()).toEqual([
      'invited in vain long ago',
      'invited long ago',
      'refused',
      'to be confirmed',
    ])
  })

  it('old sent emails are deleted, and waiting ones are not', async () => {
    const queue = (id: string, finishedDaysAgo: number | null) =>
      database()
        .insertInto('outbox')
        .values({
          id,
          kind: 'registration-asked',
          registration_id: randomUUID(),
          content: null,
          finished_at: finishedDaysAgo === null ? null : daysAgo(finishedDaysAgo),
        })
        .execute()
    const [waiting, fresh] = [randomUUID(), randomUUID()]
    await queue(waiting, null)
    await queue(fresh, 6)
    await queue(randomUUID(), 8)
    await forget()
    const left = await database().selectFrom('outbox').select('id').execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual([waiting, fresh].toSorted())
  })

  it('idempotency keys are deleted after a week, even if their registration is kept', async () => {
    await keep('invited', 'created', { days: 0, isInvited: true })
    const { id } = await database()
      .selectFrom('registrations')
      .select('id')
      .executeTakeFirstOrThrow()
    const remember = (name: string, days: number) =>
      database()
        .insertInto('idempotency_keys')
        .values({
          key_hash: name,
          body_hash: 'x',
          purpose: 'invitation',
          registration_id: id,
          // @ts-expect-error: only the database sets this column; the test simulates the passing of time.
          created_at: daysAgo(days),
        })
        .execute()
    await remember('old', 8)
    await remember('fresh', 6)
    await forget()
    const left = await database().selectFrom('idempotency_keys').select('key_hash').execute()
    expect(left).toEqual([{ key_hash: 'fresh' }])
  })

  it('expired limits are deleted', async () => {
    const count = (key: string, endsAt: Date) =>
      database().insertInto('limits').values({ key, count: 1, ends_at: endsAt }).execute()
    await count('over', daysAgo(0.01))
    await count('under way', daysAgo(-0.01))
    await forget()
    const left = await database().selectFrom('limits').select('key').execute()
    expect(left).toEqual([{ key: 'under way' }])
  })

  it('used tokens are kept for a day after their end, because the clocks of servers differ, and the leases of killed processes are deleted', async () => {
    const spend = (token: string, until: Date) =>
      database()
        .insertInto('spent_tokens')
        .values({ token_hash: token, expires_at: until })
        .execute()
    await spend('expired', daysAgo(1.01))
    await spend('just expired', daysAgo(0.99))
    await spend('valid', daysAgo(-0.01))
    const take = (key: string, until: Date) =>
      database()
        .insertInto('turns')
        .values({ key, holder: randomUUID(), expires_at: until })
        .execute()
    await take('killed', daysAgo(2))
    await take('at work', daysAgo(0))
    await forget()
    const tokens = await database().selectFrom('spent_tokens').select('token_hash').execute()
    expect(tokens.map((row) => row.token_hash).toSorted()).toEqual(['just expired', 'valid'])
    const leases = await database().selectFrom('turns').select('key').execute()
    expect(leases).toEqual([{ key: 'at work' }])
  })

  it('more old rows than fit into a batch are deleted, those of the same moment too', async () => {
    await sql`insert into limits select 'one-' || n, 1, now() - interval '1 hour'
      from generate_series(1, 2500) n`.execute(database())
    await sql`insert into limits select 'each-' || n, 1, now() - n * interval '1 second'
      from generate_series(1, 2500) n`.execute(database())
    await forget()
    expect(await database().selectFrom('limits').select('key').execute()).toEqual([])
  })

  it('old rows are left to the instance that is deleting them, and no longer when it was killed', async () => {
    const limit = { key: 'over', count: 1, ends_at: daysAgo(1) }
    await database().insertInto('limits').values(limit).execute()
    const turn = { key: 'retention', holder: randomUUID(), expires_at: daysAgo(-0.01) }
    await database().insertInto('turns').values(turn).execute()
    expect(await forget()).toBe('taken')
    expect(await database().selectFrom('limits').select('key').execute()).toHaveLength(1)
    // A living instance would have renewed it.
    await database()
      .updateTable('turns')
      .set({ expires_at: daysAgo(0.01) })
      .execute()
    expect(await forget()).toBe('done')
    expect(await database().selectFrom('limits').select('key').execute()).toEqual([])
  })

  it('the deletion ends early when the server stops', async () => {
    await sql`insert into limits select 'one-' || n, 1, now() - interval '1 hour'
      from generate_series(1, 5000) n`.execute(database())
    await deleteOld(database(), { signal: AbortSignal.abort(), onFailure: () => {} })
    expect(await database().selectFrom('limits').select('key').execute()).toHaveLength(5000)
  })
})

describe('deletion of old data while others use the database', () => {
  let store: Awaited<ReturnType<typeof openStore>>
  beforeAll(async () => {
    store = await openStore((await createTestStore('postgres')).settings)
  })
  afterAll(() => store.close())

  const addAsked = (id: string) =>
    sql`insert into registrations (id, state, tenant_id, uid, language, created_at)
      values (${id}, 'asked', '', 'u', 'tr', now() - interval '3 days')`.execute(store.database)
  const states = async () => {
    const rows = await store.database.selectFrom('registrations').select(['id', 'state']).execute()
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
  }
  const unexpected = (error: unknown): void => expect.unreachable(String(error))
  const forget = (onFailure = unexpected) => deleteOld(store.database, { onFailure })

  it('a registration that its user is confirming at this moment is not deleted, and nobody waits for it', async () => {
    const [confirmed, old] = [randomUUID(), randomUUID()]
    await addAsked(confirmed)
    await addAsked(old)
    await store.database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('registrations')
        .set({ state: 'creating' })
        .where('id', '=', confirmed)
        .execute()
      await forget()
    })
    await forget()
    expect(await states()).toEqual({ [confirmed]: 'creating' })
  })

  it('a table whose rows cannot be deleted does not stop the others', async () => {
    await addAsked(randomUUID())
    await sql`insert into outbox (id, kind, registration_id, finished_at)
      values (${randomUUID()}, 'account-created', ${randomUUID()}, now() - interval '8 days')`.execute(
      store.database,
    )
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'not these'; end $$`.execute(store.database)
    await sql`create trigger refuse before delete on outbox
      for each row execute function refuse()`.execute(store.database)
    const failures: unknown[] = []
    await forget((error) => void failures.push(error))
    await sql`drop trigger refuse on outbox`.execute(store.database)
    expect(failures).toEqual([expect.objectContaining({ message: 'not these' })])
    expect(Object.values(await states())).toEqual(['creating'])
  })

  it('smaller batches are deleted if the database gives up a statement because of its time limit', async () => {
    await sql`insert into limits select 'slow-' || n, 1, now() - n * interval '1 second'
      from generate_series(1, 600) n`.execute(store.database)
    // A batch of a thousand would exceed the time limit of this trigger, and one of a few hundred does not.
    await sql`create function give_up() returns trigger language plpgsql as
      $$ begin
        if (select count(*) from gone) > 300 then
          raise exception using errcode = '57014';
        end if;
        return null;
      end $$`.execute(store.database)
    await sql`create trigger give_up after delete on limits referencing old table as gone
      for each statement execute function give_up()`.execute(store.database)
    await forget()
    await sql`drop trigger give_up on limits`.execute(store.database)
    expect(await store.database.selectFrom('limits').select('key').execute()).toEqual([])
  })

  /** Counts the statements that would delete from `limits`, and lets each fail with this code. */
  async function refuseDeletions(code: string) {
    await sql`create sequence attempts`.execute(store.database)
    await sql`create function count_and_refuse() returns trigger language plpgsql as $$ begin
        perform nextval('attempts');
        raise exception using errcode = ${sql.lit(code)};
      end $$`.execute(store.database)
    await sql`create trigger count_and_refuse before delete on limits
      for each statement execute function count_and_refuse()`.execute(store.database)
    return async () => {
      const { rows } = await sql<{ count: number }>`
        select last_value::int as count from attempts`.execute(store.database)
      await sql`drop function count_and_refuse cascade`.execute(store.database)
      await sql`drop sequence attempts`.execute(store.database)
      return rows[0]?.count
    }
  }

  it.each([
    // Of 1000, 250, 62, 15 and 10 rows.
    ['after the smallest batch if each exceeds the time limit', '57014', 'conflict', 5],
    ['at once if the database cannot be used', '57P03', 'outage', 1],
  ])('the deletion in a table ends %s', async (_when, errcode, code, attempts) => {
    const end = await refuseDeletions(errcode)
    const failures: unknown[] = []
    await forget((error) => void failures.push(error))
    expect(await end()).toBe(attempts)
    expect(failures).toEqual([expect.objectContaining({ code })])
  })

  it('the deletion ends with the table at which the server stops', async () => {
    await sql`insert into outbox (id, kind, registration_id, finished_at)
      values (${randomUUID()}, 'account-created', ${randomUUID()}, now() - interval '8 days')`.execute(
      store.database,
    )
    const end = await refuseDeletions('57014')
    const stop = new AbortController()
    const onFailure = () => stop.abort()
    await deleteOld(store.database, { signal: stop.signal, onFailure })
    await end()
    expect(await store.database.selectFrom('outbox').select('id').execute()).toHaveLength(1)
  })
})
