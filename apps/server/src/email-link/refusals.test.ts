import type { ServedAccount } from '@foyer/test-services/identity-platform-server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLinkVisitors } from '../testing/link-visitors.ts'
import {
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'

const email = 'ayse@acme.example'
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
    account = fixture.platform.addAccount({ uid: 'u-1', tenantId: tid, email, emailVerified: true })
  })

  const { post, signInAsStranger } = createLinkVisitors(() => fixture, { email, tid })
  const refuse = (link: string) => post('/refuse', { link })

  /** The worker finishes what is due after a while. */
  const finishAll = async () => {
    await fixture.letTimePass()
    while (await fixture.finishNextRefusal());
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
    await finishAll()
    expect(account).toMatchObject(changed)
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
})
