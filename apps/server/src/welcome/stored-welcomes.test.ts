import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import { createStoredWelcomes } from './stored-welcomes.ts'
import { withLease } from '../store/lease.ts'

describeWithEachStore('the welcome store', (database) => {
  const welcomes = () => createStoredWelcomes(database())
  const accountOf = (uid: string, tenantId: string | null = 'Acme-x1y2z') => ({
    uid,
    tenantId,
    email: 'ayse@acme.example',
    emailVerified: true,
    disabled: false,
    displayName: '',
    hasSecondFactor: false,
    validSince: 0,
    providers: [],
    claims: {},
  })
  const atOnce = { lease: 3_000, maxWait: 0, pollEvery: 10 }
  const later = () => new Date(Date.now() + 60_000)

  it('a token can be used once, and again after it was restored', async () => {
    expect(await welcomes().spend('token-1.x.sig', later())).toBe(true)
    expect(await welcomes().spend('token-1.x.sig', later())).toBe(false)
    await welcomes().restore('token-1.x.sig')
    expect(await welcomes().spend('token-1.x.sig', later())).toBe(true)
  })

  it('a token with another spelling of the same signature is the same token', async () => {
    expect(await welcomes().spend('token-5.x.sigA', later())).toBe(true)
    expect(await welcomes().spend('token-5.x.sigB', later())).toBe(false)
    expect(await welcomes().spend('token-6.x.sigA', later())).toBe(true)
  })

  it('a token can be used once, even in concurrent requests', async () => {
    const spent = await Promise.all(
      Array.from({ length: 8 }, () => welcomes().spend('token-2.x.sig', later())),
    )
    expect(spent.filter(Boolean)).toHaveLength(1)
  })

  it('the hash of a token is stored, not the token', async () => {
    await welcomes().spend('token-4.x.sig', later())
    const rows = await database().selectFrom('spent_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('token-')
    expect(rows).not.toEqual([])
  })

  it('concurrent requests create one row for an account', async () => {
    const account = accountOf('u-1')
    await Promise.all(Array.from({ length: 8 }, () => welcomes().save(account)))
    const rows = await database()
      .selectFrom('accounts')
      .selectAll()
      .where('uid', '=', 'u-1')
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ tenant_id: 'Acme-x1y2z', email: 'ayse@acme.example' })
  })

  it('the welcome store has the data of the registration', async () => {
    await database()
      .insertInto('accounts')
      .values({
        tenant_id: '',
        uid: 'u-2',
        email: 'ayse@acme.example',
        first_name: 'Ayşe',
        last_name: 'Yılmaz',
        company: 'Acme',
      })
      .execute()
    expect(await welcomes().save(accountOf('u-2', null))).toEqual({
      uid: 'u-2',
      tenantId: null,
      email: 'ayse@acme.example',
      firstName: 'Ayşe',
      lastName: 'Yılmaz',
      company: 'Acme',
      isWelcomed: false,
    })
  })

  it.each([
    ['another email address', 'ayse.new@acme.example'],
    ['no verified email address', null],
  ])(
    'an account that has %s by now is not announced with the address of its registration',
    async (_now, email) => {
      const uid = `u-changed-${email}`
      await database()
        .insertInto('accounts')
        .values({ tenant_id: 'Acme-x1y2z', uid, email: 'ayse@acme.example', first_name: 'Ayşe' })
        .execute()
      expect(await welcomes().save({ ...accountOf(uid), email })).toMatchObject({
        email,
        firstName: 'Ayşe',
      })
    },
  )

  it('a welcome is recorded once, in the row and in the audit trail', async () => {
    const account = accountOf('u-3')
    await welcomes().save(account)
    await welcomes().recordWelcome(account, 'request-1')
    await welcomes().recordWelcome(account, 'request-2')
    expect((await welcomes().save(account)).isWelcomed).toBe(true)
    const trail = await database()
      .selectFrom('audit')
      .selectAll()
      .where('uid', '=', 'u-3')
      .execute()
    expect(trail).toMatchObject([
      { action: 'welcome', outcome: 'done', tenant_id: 'Acme-x1y2z', request_id: 'request-1' },
    ])
  })

  it('only one request at a time works on an account', async () => {
    let atWork = 0
    let most = 0
    const work = async () => {
      atWork += 1
      most = Math.max(most, atWork)
      await wait(5)
      atWork -= 1
    }
    const account = accountOf('u-4')
    await Promise.all(Array.from({ length: 5 }, () => welcomes().withLease(account, work)))
    expect(most).toBe(1)
  })

  it('requests for two accounts run in parallel', async () => {
    const finished = await welcomes().withLease(accountOf('u-5'), () =>
      welcomes().withLease(accountOf('u-5', null), async () => 'both'),
    )
    expect(finished).toBe('both')
  })

  it('the lease ends when the work fails', async () => {
    const failing = welcomes().withLease(accountOf('u-6'), () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await welcomes().withLease(accountOf('u-6'), async () => 'next')).toBe('next')
  })

  it('the lease of a killed process can be taken over when it expires', async () => {
    const holder = '00000000-0000-4000-8000-000000000000'
    await database()
      .insertInto('turns')
      .values({ key: 'killed', holder, expires_at: later() })
      .execute()
    const mine = () => withLease(database(), 'killed', async () => 'mine', atOnce)
    await expect(mine()).rejects.toMatchObject({ code: 'busy' })

    await database()
      .updateTable('turns')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('key', '=', 'killed')
      .execute()
    expect(await mine()).toBe('mine')
  })

  it('the lease of slow work is renewed', async () => {
    const endOf = async () =>
      (
        await database()
          .selectFrom('turns')
          .select('expires_at')
          .where('key', '=', 'long')
          .executeTakeFirst()
      )?.expires_at ?? new Date(0)
    const work = async () => {
      const firstEnd = await endOf()
      await vi.waitFor(async () => expect((await endOf()) > firstEnd).toBe(true), 10_000)
    }
    await withLease(database(), 'long', work, { ...atOnce, lease: 600 })
    expect(await endOf()).toEqual(new Date(0))
  })
})
