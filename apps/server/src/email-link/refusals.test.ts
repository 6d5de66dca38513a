import type { ServedAccount } from '@foyer/test-services/identity-platform-server'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readAudit, recordAudit } from '../audit/audit-trail.ts'
import { deleteOld } from '../retention/delete-old.ts'
import { createLinkVisitors, linkIn } from '../testing/link-visitors.ts'
import {
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'

const email = 'ayse@acme.example'
const other = 'mallory@evil.example'
const tid = 'Acme-x1y2z'

describeWithEachStore('refusals that are interrupted, or meet each other', (database) => {
  let fixture: RegistrationFixture
  let account: ServedAccount
  beforeAll(async () => {
    fixture = await createRegistrationFixture(database())
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    await fixture.reset()
    fixture.platform.oobCodes.clear()
    fixture.platform.onCall = () => {}
    fixture.platform.tenants = [tid]
    fixture.settings.config.selfRegistration = false
    delete fixture.settings.config.tenants
    account = fixture.platform.addAccount({ uid: 'u-1', tenantId: tid, email, emailVerified: true })
  })

  const { post, signInAsStranger, ...visitors } = createLinkVisitors(() => fixture, { email, tid })
  /** Who was signed in, and has changed the email address of the account, gets a link too. */
  const ofOther = createLinkVisitors(() => fixture, { email: other, tid })
  const refuse = (link: string) => post('/refuse', { link })

  /** The worker finishes what is due after a while. */
  const finishAll = async () => {
    await fixture.letTimePass()
    while (await fixture.finishNextRefusal());
  }

  /** The sealed mailboxes of the refusals that are not finished; null for other links. */
  const refusals = async () => {
    const rows = await database().selectFrom('email_codes').select('refusal').execute()
    return rows.map(({ refusal }) => refusal)
  }

  /** The keys of the leases that were held during calls about accounts. */
  const leasesDuring = async (work: () => Promise<void>) => {
    const leases = new Set<string>()
    fixture.platform.onCall = async () => {
      const rows = await database().selectFrom('turns').select('key').execute()
      for (const { key } of rows) leases.add(key)
    }
    await work()
    return [...leases]
  }

  /** The service fails at one of the calls about the account. */
  const refuseWithFailure = async (link: string, failing: number) => {
    let calls = 0
    fixture.platform.onCall = () => {
      calls += 1
      if (calls === failing) throw new Error('The service has failed.')
    }
    await refuse(link)
    fixture.platform.onCall = () => {}
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'after a failure of call %i, the account is taken back without another press (K6d)',
    async (failing) => {
      const link = await signInAsStranger()
      account.password = 'of-the-stranger'
      account.providers.push({ id: 'google.com', subject: 'stranger' })
      await refuseWithFailure(link, failing)
      await finishAll()
      expect(account).toMatchObject({ disabled: false, providers: [] })
      expect(account.password).not.toBe('of-the-stranger')
      expect(fixture.platform.oobCodes.size).toBe(0)
    },
  )

  it('an account that was taken back is not taken back again', async () => {
    const link = await signInAsStranger()
    await refuse(link)
    const changed = {
      password: 'of-the-owner',
      providers: [{ id: 'google.com', subject: 'owner' }],
    }
    Object.assign(account, changed)
    await finishAll()
    expect(await refuse(link)).toMatchObject({ status: 'used' })
    expect(await refusals()).toEqual([null])
    await finishAll()
    expect(account).toMatchObject(changed)
  })

  it('a link that was not used ends, and its account is not touched', async () => {
    const waiting = visitors.browser()
    await visitors.ask(waiting)
    fixture.platform.requests.length = 0
    const link = linkIn(visitors.sentTo(email).at(-1))
    expect(await refuse(link)).toMatchObject({ status: 'refused' })
    expect(fixture.platform.requests).toEqual([])
    expect(await refusals()).toEqual([null])
    const { records } = await readAudit(database(), { since: null, uid: null })
    expect(records.at(-1)).toMatchObject({ action: 'email-link', outcome: 'refused-by-owner' })
  })

  it('a link that was used ends for a new account too, before there is one', async () => {
    fixture.platform.accounts.length = 0
    fixture.settings.config.selfRegistration = true
    fixture.settings.config.tenants = { [tid]: { name: 'Acme' } }
    const link = await signInAsStranger()
    expect(await refuse(link)).toMatchObject({ statusCode: 200, status: 'used' })
    expect(await refusals()).toEqual([null])
    expect(fixture.platform.oobCodes.size).toBe(0)
  })

  it.each([1, 2, 3, 4])(
    'a refusal ends if its account is deleted before it is read, time %i',
    async (time) => {
      const link = await signInAsStranger()
      let reads = 0
      fixture.platform.onCall = (verb) => {
        reads += verb === 'lookup' ? 1 : 0
        if (reads === time) fixture.platform.accounts.length = 0
      }
      await refuse(link)
      await finishAll()
      expect(reads).toBeGreaterThanOrEqual(time)
      expect(await refusals()).toEqual([null])
    },
  )

  it('the new password that nobody knows meets every policy of the service', async () => {
    await refuse(await signInAsStranger())
    expect(account.password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*!).{30}$/)
  })

  it('while the service refuses the new password, the refusal is not finished', async () => {
    const link = await signInAsStranger()
    fixture.platform.failure = 'weak-password'
    expect((await refuse(link)).statusCode).toBe(503)
    fixture.platform.failure = null
    await finishAll()
    expect(account.disabled).toBe(false)
    expect(await refusals()).toEqual([null])
  })

  it('a worker leaves a refusal to the server that is at work on it', async () => {
    const link = await signInAsStranger()
    const worker: unknown[] = []
    fixture.platform.onCall = async (_verb, { disableUser }) => {
      if (disableUser !== true) return
      const past = sql<Date>`now() - interval '1 second'`
      await database().updateTable('email_codes').set({ refusal_due_at: past }).execute()
      fixture.platform.requests.length = 0
      worker.push(await fixture.finishNextRefusal(), fixture.platform.requests.length)
    }
    expect(await refuse(link)).toMatchObject({ status: 'used' })
    expect(worker).toEqual([true, 0])
    expect(account.disabled).toBe(false)
  })

  it('all codes of a press that was repeated are used up before the account opens again (K6d)', async () => {
    const waiting = visitors.browser()
    await visitors.ask(waiting)
    const link = linkIn(visitors.sentTo(email).at(-1))
    const { code } = await post('/code', { link })
    const press = { key: randomUUID() }
    for (const _attempt of ['first', 'repeated']) await post('/enter', { ...waiting, code }, press)
    expect(fixture.platform.oobCodes.size).toBe(2)
    let uses = 0
    fixture.platform.onCall = (verb) => {
      uses += verb === 'signInWithEmailLink' ? 1 : 0
      return verb === 'signInWithEmailLink' && uses === 1 ? 429 : undefined
    }
    expect((await refuse(link)).statusCode).toBe(503)
    expect(await refusals()).toEqual([expect.any(String)])
    await finishAll()
    expect(fixture.platform.oobCodes.size).toBe(0)
    expect(await refusals()).toEqual([null])
  })

  it('several refusals at once do the work of one, so that none leaves behind what another has finished', async () => {
    const updatesOf = async (work: () => Promise<unknown>) => {
      fixture.platform.requests.length = 0
      await work()
      return fixture.platform.requests.filter((request) => request.endsWith(':update')).length
    }
    const first = await signInAsStranger()
    const ofOne = await updatesOf(() => refuse(first))
    const next = await signInAsStranger()
    const ofThree = await updatesOf(() => Promise.all([refuse(next), refuse(next), refuse(next)]))
    expect(ofThree).toBe(ofOne)
    expect(account.disabled).toBe(false)
  })

  it('what a browser has kept is of no use after an operator has enabled the account again (K6d)', async () => {
    const link = await signInAsStranger()
    account.disabled = true
    expect(await refuse(link)).toMatchObject({ status: 'used' })
    await finishAll()
    expect(account.disabled).toBe(true)
    account.disabled = false
    await finishAll()
    expect(fixture.platform.oobCodes.size).toBe(0)
    expect(account.disabled).toBe(false)
  })

  it('what was kept of two links is of no use, although the refusal of the first was interrupted (K6d)', async () => {
    const first = await signInAsStranger()
    const second = await signInAsStranger()
    await refuseWithFailure(first, 6)
    expect(account.disabled).toBe(true)
    expect(await refuse(second)).toMatchObject({ status: 'used' })
    for (const _minute of [1, 2]) await finishAll()
    expect(fixture.platform.oobCodes.size).toBe(0)
    expect(account.disabled).toBe(false)
  })

  it('who reads the database cannot read whose account is to be taken back', async () => {
    const link = await signInAsStranger()
    await refuseWithFailure(link, 6)
    const rows = await database().selectFrom('email_codes').selectAll().execute()
    expect(rows.map(({ refusal }) => refusal)).toEqual([expect.any(String)])
    expect(JSON.stringify(rows)).not.toContain('acme')
    await finishAll()
    const after = await database().selectFrom('email_codes').select('refusal').execute()
    expect(after).toEqual([{ refusal: null }])
  })

  /** What the owner does as soon as the account is taken back. */
  const changed = {
    disabled: false,
    password: 'of-the-owner',
    providers: [{ id: 'google.com', subject: 'owner' }],
  }

  it.each([1, 2, 3, 4, 5])(
    'a server that is slow at reading the account, time %i, undoes nothing after another one has finished its work',
    async (slow) => {
      const link = await signInAsStranger()
      let reads = 0
      fixture.platform.onCall = async (verb) => {
        reads += verb === 'lookup' ? 1 : 0
        if (reads !== slow) return
        fixture.platform.onCall = () => {}
        await finishAll()
        Object.assign(account, changed)
      }
      await refuse(link)
      expect(reads).toBe(slow)
      expect(account).toMatchObject(changed)
    },
  )

  /** A server is about to disable the account. Before that has an effect, its lease ends, and another one does all the work. */
  const refuseLate = async (link: string, effect: 'done' | 'failed') => {
    fixture.platform.onCall = async (_verb, { disableUser }) => {
      if (disableUser !== true) return
      fixture.platform.onCall = () => {}
      await finishAll()
      if (effect === 'failed') throw new Error('The service has failed.')
    }
    return refuse(link)
  }

  it('an account does not stay disabled if a server is so slow at that that another one has finished before', async () => {
    expect(await refuseLate(await signInAsStranger(), 'done')).toMatchObject({ code: 'aborted' })
    expect(account.disabled).toBe(true)
    expect(await refusals()).toEqual([expect.any(String)])
    await finishAll()
    expect(account.disabled).toBe(false)
    expect(await refusals()).toEqual([null])
  })

  it('the owner is not disturbed when a worker comes back because another server may have been slow', async () => {
    await refuseLate(await signInAsStranger(), 'failed')
    Object.assign(account, changed)
    for (const _minute of [1, 2]) await finishAll()
    expect(account).toMatchObject(changed)
    expect(await refusals()).toEqual([null])
    account.providers = []
    const next = await signInAsStranger()
    account.disabled = true
    await refuse(next)
    expect(account.disabled).toBe(true)
  })

  it('another link is refused completely while a worker has to come back for one of the same account', async () => {
    await refuseLate(await signInAsStranger(), 'failed')
    const second = await signInAsStranger()
    Object.assign(account, { ...changed, password: 'of-the-stranger' })
    expect(await refuse(second)).toMatchObject({ status: 'used' })
    expect(account).toMatchObject({ disabled: false, providers: [] })
    expect(account.password).not.toBe('of-the-stranger')
    for (const _minute of [1, 2]) await finishAll()
    expect(await refusals()).toEqual([null, null])
    expect(account.disabled).toBe(false)
  })

  it.each(['custom-token', 'sign-in-link'] as const)(
    'an account for which a custom token was issued stays disabled until nobody can sign in with it: %s',
    async (action) => {
      account.uid = `u-${randomUUID()}`
      const { uid } = account
      const link = await signInAsStranger()
      await recordAudit(database(), { action, outcome: 'done', uid, tenantId: tid })
      expect(await refuse(link)).toMatchObject({ status: 'used' })
      await finishAll()
      expect(account.disabled).toBe(true)
      expect(await refusals()).toEqual([expect.any(String)])
      await fixture.letTimePass()
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_700_000)
      await fixture.finishNextRefusal()
      vi.restoreAllMocks()
      expect(account.disabled).toBe(false)
      expect(await refusals()).toEqual([null])
    },
  )

  it('what was kept of another link is of no use as soon as the account opens again (K6d)', async () => {
    account.uid = `u-${randomUUID()}`
    const { uid } = account
    const [first, second] = [await signInAsStranger(), await signInAsStranger()]
    await recordAudit(database(), { action: 'custom-token', outcome: 'done', uid, tenantId: tid })
    await refuse(first)
    await fixture.letTimePass()
    await refuse(second)
    expect(fixture.platform.oobCodes.size).toBe(1)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_700_000)
    while (await fixture.finishNextRefusal());
    vi.restoreAllMocks()
    expect(account.disabled).toBe(false)
    expect(fixture.platform.oobCodes.size).toBe(0)
    expect(await refusals()).toEqual([null, null])
  })

  it('a custom token of another tenant, or one that was refused, keeps no account disabled', async () => {
    account.uid = `u-${randomUUID()}`
    const { uid } = account
    const entry = { action: 'custom-token', uid } as const
    await recordAudit(database(), { ...entry, outcome: 'done', tenantId: 'Beta-k9j8h' })
    await recordAudit(database(), { ...entry, outcome: 'address-unproven', tenantId: tid })
    expect(await refuse(await signInAsStranger())).toMatchObject({ status: 'used' })
    expect(account.disabled).toBe(false)
  })

  it('the owner can sign in with a link again, although the email address was changed and changed back', async () => {
    const link = await signInAsStranger()
    account.emailVerified = false
    await refuse(link)
    expect(account.emailVerified).toBe(true)
    const again = visitors.browser()
    await visitors.ask(again)
    expect(linkIn(visitors.sentTo(email).at(-1))).not.toBe(link)
    expect(visitors.sentTo(email).at(-1)?.text).toContain('#sign-in-link=')
  })

  it.each([429, 500])(
    'an account that an operator disables after a failure %i of the service to do so stays disabled',
    async (status) => {
      const link = await signInAsStranger()
      fixture.platform.onCall = (_verb, { disableUser }) =>
        disableUser === true ? status : undefined
      expect((await refuse(link)).statusCode).toBe(503)
      fixture.platform.onCall = () => {}
      account.disabled = true
      await finishAll()
      expect(account.disabled).toBe(true)
    },
  )

  it('who has changed the email address cannot enable the account again, with a refusal of a link of their own (K6d)', async () => {
    const link = await signInAsStranger()
    account.email = other
    const own = await ofOther.signInAsStranger()
    await refuseWithFailure(own, 6)
    expect(account.disabled).toBe(true)
    expect(await refuse(link)).toMatchObject({ status: 'used' })
    for (const _minute of [1, 2]) await finishAll()
    expect(await refuse(own)).toMatchObject({ status: 'used' })
    expect(account.disabled).toBe(true)
  })

  it('who has changed the email address cannot enable the account after its owner has closed it for good (K6d)', async () => {
    const link = await signInAsStranger()
    account.email = other
    const own = await ofOther.signInAsStranger()
    expect(await refuse(link)).toMatchObject({ status: 'used' })
    expect(account.disabled).toBe(true)
    expect(await refuse(own)).toMatchObject({ status: 'used' })
    expect(account.disabled).toBe(true)
  })

  it('an account whose email address was changed is disabled, also while the service does not use up a code', async () => {
    const link = await signInAsStranger()
    account.email = other
    fixture.platform.onCall = (verb) => (verb === 'signInWithEmailLink' ? 429 : undefined)
    expect((await refuse(link)).statusCode).toBe(503)
    expect(account.disabled).toBe(true)
  })

  it('an account that an operator has disabled after one refusal stays disabled after the next', async () => {
    await refuse(await signInAsStranger())
    expect(account.disabled).toBe(false)
    const next = await signInAsStranger()
    account.disabled = true
    await refuse(next)
    await finishAll()
    expect(account.disabled).toBe(true)
  })

  it('the refusal of one account does not open another one that an operator has disabled', async () => {
    const second = fixture.platform.addAccount({
      uid: 'u-2',
      tenantId: tid,
      email: other,
      emailVerified: true,
    })
    const links = [await signInAsStranger(), await ofOther.signInAsStranger()] as const
    await refuseWithFailure(links[0], 6)
    expect(account.disabled).toBe(true)
    second.disabled = true
    await refuse(links[1])
    expect(second.disabled).toBe(true)
    await finishAll()
    expect([account.disabled, second.disabled]).toEqual([false, true])
  })

  it('refusals of two accounts do not wait for each other', async () => {
    const two = { uid: 'u-2', tenantId: tid, email: other, emailVerified: true }
    fixture.platform.addAccount(two)
    const links = [await signInAsStranger(), await ofOther.signInAsStranger()]
    const leases = await leasesDuring(async () => {
      for (const link of links) await refuse(link)
    })
    expect(leases).toHaveLength(2)
  })

  it('refusals of one account wait for each other, also if its email address was changed between the links', async () => {
    const link = await signInAsStranger()
    account.email = other
    const own = await ofOther.signInAsStranger()
    const leases = await leasesDuring(async () => {
      await refuse(own)
      await refuse(link)
    })
    expect(leases).toEqual([expect.stringMatching(/^refusal /)])
  })

  it.each([1, 3, 6])(
    'after a crash at call %i, the audit trail has the refusal, and then that the account was taken back',
    async (failing) => {
      const link = await signInAsStranger()
      const outcomesFrom = async (start: number) => {
        const { records } = await readAudit(database(), { since: null, uid: 'u-1' })
        return records.slice(start).map(({ outcome }) => outcome)
      }
      const start = (await outcomesFrom(0)).length
      await refuseWithFailure(link, failing)
      expect(await outcomesFrom(start)).toEqual(['refused-too-late'])
      await finishAll()
      expect(await outcomesFrom(start)).toEqual(['refused-too-late', 'taken-back'])
    },
  )

  it('while the service does not use up a code, the owner can go on, and is not disturbed again and again', async () => {
    const link = await signInAsStranger()
    account.password = 'of-the-stranger'
    fixture.platform.onCall = (verb) => (verb === 'signInWithEmailLink' ? 429 : undefined)
    expect((await refuse(link)).statusCode).toBe(503)
    expect(account.password).not.toBe('of-the-stranger')
    Object.assign(account, changed)
    for (const _minute of [1, 2]) await expect(finishAll()).rejects.toThrow('unavailable')
    expect(account).toMatchObject(changed)
    fixture.platform.onCall = () => {}
    await finishAll()
    expect(fixture.platform.oobCodes.size).toBe(0)
  })

  it('a refusal in a tenant that was deleted meanwhile is finished', async () => {
    const link = await signInAsStranger()
    fixture.platform.tenants = []
    expect(await refuse(link)).toMatchObject({ status: 'used' })
    const rows = await database().selectFrom('email_codes').select('refusal').execute()
    expect(rows).toEqual([{ refusal: null }])
  })

  it('a refusal that nobody can finish is tried again later and later, and delays no other', async () => {
    const unreadable = await signInAsStranger()
    await refuseWithFailure(unreadable, 1)
    await database()
      .updateTable('email_codes')
      .set({ refusal: 'x', expires_at: sql<Date>`now() - interval '5 hours'` })
      .execute()
    await refuseWithFailure(await signInAsStranger(), 1)
    await expect(finishAll()).rejects.toThrow()
    while (await fixture.finishNextRefusal());
    const rows = await database()
      .selectFrom('email_codes')
      .select(['refusal', sql`refusal_due_at > now() + interval '20 minutes'`.as('isLater')])
      .orderBy('refusal')
      .execute()
    expect(rows).toEqual([
      { refusal: 'x', isLater: true },
      { refusal: null, isLater: null },
    ])
  })

  it('a link whose codes another version has sealed ends, and a server of that version takes the account back', async () => {
    const link = await signInAsStranger()
    const rows = () => database().selectFrom('email_codes').selectAll().execute()
    const [sealed] = await rows()
    await database().updateTable('email_codes').set({ sign_in_codes: ' x' }).execute()
    expect((await refuse(link)).statusCode).toBe(500)
    expect((await post('/code', { link })).statusCode).toBe(410)
    await database()
      .updateTable('email_codes')
      .set({ sign_in_codes: sealed?.sign_in_codes ?? null })
      .execute()
    await finishAll()
    expect(fixture.platform.oobCodes.size).toBe(0)
    expect(await rows()).toMatchObject([{ refusal: null }])
  })

  it('a refusal that was interrupted is kept for a day, because its account may be disabled', async () => {
    const link = await signInAsStranger()
    await refuseWithFailure(link, 6)
    const deleteAfter = async (hours: number) => {
      await database()
        .updateTable('email_codes')
        .set({ expires_at: sql<Date>`now() - make_interval(hours => ${hours})` })
        .execute()
      await deleteOld(database(), { onFailure: (error) => expect.unreachable(String(error)) })
    }
    await deleteAfter(23)
    await finishAll()
    expect(account.disabled).toBe(false)
    await deleteAfter(4)
    expect(await database().selectFrom('email_codes').selectAll().execute()).toEqual([])
  })

  it('nobody in the same network can use up the refusals of others, and one link can be refused ten times in ten minutes', async () => {
    const link = await signInAsStranger()
    const statusOf = async (path: string, given: string) =>
      (await post(path, { link: given })).statusCode
    for (let count = 0; count < 60; count += 1) await statusOf('/code', 'x.y.z')
    expect(await statusOf('/code', 'x.y.z')).toBe(429)
    for (let count = 0; count < 70; count += 1) expect(await statusOf('/refuse', 'x.y.z')).toBe(410)
    for (let count = 0; count < 10; count += 1) expect(await statusOf('/refuse', link)).toBe(200)
    expect(await statusOf('/refuse', link)).toBe(429)
  })
})
