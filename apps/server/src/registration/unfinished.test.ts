import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { RegistrationState } from '../store/tables.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import { deleteOld } from './unfinished.ts'

const day = 86_400_000

describeWithEachStore('deletion of old data', (database) => {
  beforeEach(async () => {
    for (const table of ['registrations', 'outbox', 'limits'] as const)
      await database().deleteFrom(table).execute()
  })

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
    await deleteOld(database())
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
    await deleteOld(database())
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
    await deleteOld(database())
    const left = await database().selectFrom('idempotency_keys').select('key_hash').execute()
    expect(left).toEqual([{ key_hash: 'fresh' }])
  })

  it('expired limits are deleted', async () => {
    const count = (key: string, endsAt: Date) =>
      database().insertInto('limits').values({ key, count: 1, ends_at: endsAt }).execute()
    await count('over', daysAgo(0.01))
    await count('under way', daysAgo(-0.01))
    await deleteOld(database())
    const left = await database().selectFrom('limits').select('key').execute()
    expect(left).toEqual([{ key: 'under way' }])
  })
})
