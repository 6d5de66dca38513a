import { randomUUID } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readAudit } from '../audit/audit-trail.ts'
import type { ServedAccount } from '@foyer/test-services/identity-platform-server'
import {
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { createLinkVisitors, linkIn } from '../testing/link-visitors.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import { deleteOld } from '../retention/delete-old.ts'

const email = 'ayse@acme.example'
const own = 'mallory@acme.example'
const tid = 'Acme-x1y2z'

describeWithEachStore('email links and strangers', (database) => {
  let fixture: RegistrationFixture
  let account: ServedAccount
  beforeAll(async () => {
    fixture = await createRegistrationFixture(database())
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    await fixture.reset()
    fixture.platform.oobCodes.clear()
    delete fixture.settings.config.selfRegistration
    delete fixture.settings.config.tenants
    account = fixture.platform.addAccount({ uid: 'u-1', tenantId: tid, email, emailVerified: true })
  })

  const visitors = createLinkVisitors(() => fixture, { email, tid })
  const { post, sentTo, browser, ask, codeOf, signInAsStranger } = visitors

  it('a code that is guessed signs nobody in before the owner of the mailbox has had it shown (K6c)', async () => {
    const waiting = browser()
    await ask(waiting)
    const code = codeOf(waiting)
    expect(await post('/enter', { ...waiting, code })).toMatchObject({ status: 'wrong' })
    expect(await post('/code', { link: linkIn(sentTo(email)[0]) })).toMatchObject({ code })
    expect(await post('/enter', { ...waiting, code })).toMatchObject({ status: 'done' })
  })

  it('no code can be tried without an email to the mailbox, whatever id a stranger chooses (K6c)', async () => {
    const id = randomUUID()
    await ask(browser(own, id))
    const waiting = browser(email, id)
    expect(await ask(waiting)).toMatchObject({ statusCode: 202 })
    expect(sentTo(email)).toEqual([])
    const code = codeOf(waiting)
    expect(await post('/enter', { ...waiting, code })).toMatchObject({ status: 'expired' })
  })

  it('a request that its owner has stopped cannot be made again with its id (K6d)', async () => {
    const waiting = browser()
    await ask(waiting)
    const link = linkIn(sentTo(email)[0])
    await post('/refuse', { link })
    expect(await ask(waiting)).toMatchObject({ statusCode: 202 })
    expect(await post('/code', { link })).toMatchObject({ statusCode: 410 })
  })

  it('an owner who stops a sign-in too late is told, and the sessions of the account end (K6d)', async () => {
    const waiting = browser()
    await ask(waiting)
    const link = linkIn(sentTo(email)[0])
    const { code } = await post('/code', { link })
    const press = { key: randomUUID() }
    expect(await post('/enter', { ...waiting, code }, press)).toMatchObject({ status: 'done' })
    const session = fixture.platform.idToken(account, { auth_time: 1_700_000_000 })
    expect(await fixture.identity.verifyIdToken(session)).toMatchObject({ uid: 'u-1' })
    expect(await post('/refuse', { link })).toMatchObject({ status: 'used' })
    await expect(fixture.identity.verifyIdToken(session)).rejects.toMatchObject({
      code: 'id-token-refused',
    })
    expect(await post('/enter', { ...waiting, code }, press)).toMatchObject({ status: 'expired' })
    const { records } = await readAudit(database(), { since: null, uid: 'u-1' })
    expect(records.slice(-2)).toMatchObject([
      { action: 'email-link', outcome: 'refused-too-late' },
      { action: 'email-link', outcome: 'taken-back' },
    ])
  })

  it('what was added to an account before its owner has stopped the sign-in signs nobody in (K6d)', async () => {
    const link = await signInAsStranger()
    account.password = 'of-the-stranger'
    account.providers.push(
      { id: 'password', subject: email },
      { id: 'google.com', subject: 'stranger' },
      { id: 'phone', subject: '+905550000000' },
    )
    expect(await post('/refuse', { link })).toMatchObject({ status: 'used' })
    expect(account.password).not.toBe('of-the-stranger')
    expect(account.providers.map(({ id }) => id)).toEqual(['password'])
    expect(account.disabled).toBe(false)
    // Its owner goes on with another link.
    await ask(browser())
    expect(linkIn(sentTo(email).at(-1))).not.toBe('')
  })

  it('somebody who acts between any two calls adds nothing that stays (K6d)', async () => {
    const link = await signInAsStranger()
    account.password = 'of-the-stranger'
    const { platform } = fixture
    platform.onCall = () => {
      const isIn = account.password === 'of-the-stranger' || account.providers.length > 0
      if (account.disabled || !isIn) return
      account.password = 'of-the-stranger'
      account.providers = [{ id: 'google.com', subject: 'stranger' }]
    }
    expect(await post('/refuse', { link })).toMatchObject({ status: 'used' })
    platform.onCall = () => {}
    expect(account).toMatchObject({ disabled: false, providers: [] })
    expect(account.password).not.toBe('of-the-stranger')
  })

  it('a second factor that was added locks the owner out no longer, and one from before stays (K6d)', async () => {
    const link = await signInAsStranger()
    account.hasSecondFactor = true
    expect(await post('/refuse', { link })).toMatchObject({ status: 'used' })
    expect(account.hasSecondFactor).toBe(false)
    account.hasSecondFactor = true
    const next = await signInAsStranger()
    expect(await post('/refuse', { link: next })).toMatchObject({ status: 'used' })
    expect(account.hasSecondFactor).toBe(true)
  })

  it.each([1, 2, 3, 4, 5, 6, 7])(
    'after a failure of call %i, the account is taken back with the next press (K6d)',
    async (failing) => {
      const link = await signInAsStranger()
      account.password = 'of-the-stranger'
      account.providers.push({ id: 'google.com', subject: 'stranger' })
      const { platform } = fixture
      let calls = 0
      platform.onCall = () => {
        calls += 1
        if (calls === failing) throw new Error('The service has failed.')
      }
      await post('/refuse', { link })
      platform.onCall = () => {}
      expect(await post('/refuse', { link })).toMatchObject({ status: 'used' })
      expect(account).toMatchObject({ disabled: false, providers: [] })
      expect(account.password).not.toBe('of-the-stranger')
    },
  )

  it('an account that an operator has disabled stays so, whenever its owner refuses (K6d)', async () => {
    const link = await signInAsStranger()
    account.disabled = true
    expect(await post('/refuse', { link })).toMatchObject({ status: 'used' })
    expect(account.disabled).toBe(true)
    account.disabled = false
    const next = await signInAsStranger()
    expect(await post('/refuse', { link: next })).toMatchObject({ status: 'used' })
    account.disabled = true
    expect(await post('/refuse', { link: next })).toMatchObject({ status: 'used' })
    expect(account.disabled).toBe(true)
  })

  it('a sign-in is stopped where the identity service has no passwords, too (K6d)', async () => {
    const link = await signInAsStranger()
    account.providers.push({ id: 'google.com', subject: 'stranger' })
    const session = fixture.platform.idToken(account, { auth_time: 1_700_000_000 })
    fixture.platform.failure = 'passwords-off'
    expect((await fixture.post('/email-link/refuse', { link })).json()).toEqual({ status: 'used' })
    fixture.platform.failure = null
    expect(account.providers).toEqual([])
    await expect(fixture.identity.verifyIdToken(session)).rejects.toMatchObject({
      code: 'id-token-refused',
    })
  })

  it('a sign-in to an account that was deleted meanwhile is stopped (K6d)', async () => {
    const link = await signInAsStranger()
    fixture.platform.accounts.length = 0
    expect(await post('/refuse', { link })).toMatchObject({ status: 'used' })
  })

  it('an account whose email address was changed before its owner has stopped the sign-in is closed (K6d)', async () => {
    const link = await signInAsStranger()
    account.email = own
    const session = fixture.platform.idToken(account, { auth_time: 1_700_000_000 })
    expect(await post('/refuse', { link })).toMatchObject({ status: 'used' })
    expect(account.disabled).toBe(true)
    account.disabled = false
    await expect(fixture.identity.verifyIdToken(session)).rejects.toMatchObject({
      code: 'id-token-refused',
    })
    const { records } = await readAudit(database(), { since: null, uid: 'u-1' })
    expect(records.slice(-2)).toMatchObject([
      { action: 'email-link', outcome: 'refused-too-late' },
      { action: 'email-link', outcome: 'taken-back' },
    ])
  })

  it('a refusal that the identity service did not carry out can be repeated until the link is too old for it (K6d)', async () => {
    const link = await signInAsStranger()
    fixture.platform.failure = 'unavailable'
    expect((await post('/refuse', { link })).statusCode).toBe(503)
    fixture.platform.failure = null
    await database()
      .updateTable('email_codes')
      .set({ expires_at: sql<Date>`expires_at - interval '74 minutes'` })
      .execute()
    await deleteOld(database(), { onFailure: (error) => expect.unreachable(String(error)) })
    expect(await post('/refuse', { link })).toMatchObject({ status: 'used' })
    expect(fixture.platform.oobCodes.size).toBe(0)
  })

  it('a browser that has kept what it got cannot sign in later, after its owner has stopped the sign-in (K6d)', async () => {
    const waiting = browser()
    await ask(waiting)
    const link = linkIn(sentTo(email)[0])
    const { code } = await post('/code', { link })
    const press = { key: randomUUID() }
    for (const _time of [1, 2, 3]) await post('/enter', { ...waiting, code }, press)
    expect(fixture.platform.oobCodes.size).toBe(3)
    const rows = await database().selectFrom('email_codes').selectAll().execute()
    for (const oobCode of fixture.platform.oobCodes.keys())
      expect(JSON.stringify(rows)).not.toContain(oobCode)
    fixture.platform.failure = 'unavailable'
    expect((await post('/refuse', { link })).statusCode).toBe(503)
    expect(await post('/enter', { ...waiting, code }, press)).toMatchObject({ status: 'expired' })
    fixture.platform.failure = null
    // The owner can press again, also after old rows were deleted.
    await deleteOld(database(), { onFailure: (error) => expect.unreachable(String(error)) })
    expect(await post('/refuse', { link })).toMatchObject({ status: 'used' })
    expect(fixture.platform.oobCodes.size).toBe(0)
  })

  it('an owner who reads the email within an hour after its link has expired can still stop what it has issued (K6d)', async () => {
    const waiting = browser()
    await ask(waiting)
    const link = linkIn(sentTo(email)[0])
    expect(await post('/use', { link, secret: waiting.secret })).toMatchObject({ status: 'done' })
    const { exp = 0, ...payload } = decodeJwt(link)
    const age = (minutes: number) =>
      new SignJWT({ ...payload, exp: exp - 60 * (15 + minutes) })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(fixture.keys.emailLink)
    for (const table of ['email_codes', 'spent_tokens'] as const)
      await database()
        .updateTable(table)
        .set({ expires_at: sql<Date>`expires_at - interval '74 minutes'` })
        .execute()
    await deleteOld(database(), { onFailure: (error) => expect.unreachable(String(error)) })
    expect((await post('/refuse', { link: await age(61) })).statusCode).toBe(410)
    expect((await post('/code', { link: await age(59) })).statusCode).toBe(410)
    expect(await post('/refuse', { link: await age(59) })).toMatchObject({ status: 'used' })
    expect(fixture.platform.oobCodes.size).toBe(0)
  })

  it('a press that is repeated without end gets no more', async () => {
    const waiting = browser()
    await ask(waiting)
    const use = { link: linkIn(sentTo(email)[0]), secret: waiting.secret }
    const press = { key: randomUUID() }
    const statuses = []
    for (let count = 0; count < 40; count += 1)
      statuses.push((await post('/use', use, press)).statusCode)
    expect(statuses.indexOf(410)).toBeGreaterThan(5)
    expect(statuses.at(-1)).toBe(410)
  })

  it('a sign-in and its refusal at the same moment have one result', async () => {
    for (const _time of [1, 2, 3]) {
      const waiting = browser()
      await ask(waiting)
      const link = linkIn(sentTo(email).at(-1))
      const { code } = await post('/code', { link })
      const [entered, refused] = await Promise.all([
        post('/enter', { ...waiting, code }),
        post('/refuse', { link }),
      ])
      expect(entered.status === 'done').toBe(refused.status === 'used')
    }
  })

  it('a link creates no account in the tenant of a company, where nobody may register', async () => {
    fixture.settings.config.selfRegistration = true
    fixture.settings.config.tenants = {
      _123456789012: { name: 'Example' },
      [tid]: { name: 'Acme' },
    }
    await ask(browser(own))
    expect(sentTo(own).map(({ text }) => text.includes('no active account'))).toEqual([true])
    expect(linkIn(sentTo(own)[0])).toBe('')
  })

  it('an email that was requested before the company turned the method off is not sent', async () => {
    const { id, ...body } = browser()
    await post('', { ...body, language: 'en' }, { key: id })
    fixture.settings.config.tenants = { [tid]: { name: 'Acme', methods: ['google.com'] } }
    while (await fixture.sendMail());
    expect(sentTo(email)).toEqual([])
    expect(fixture.mailOutcomes).toEqual(['dropped'])
  })

  it('a link that was sent before the company turned the method off shows no code, and signs nobody in', async () => {
    const waiting = browser()
    await ask(waiting)
    const link = linkIn(sentTo(email)[0])
    fixture.settings.config.tenants = { [tid]: { name: 'Acme', methods: ['google.com'] } }
    expect((await post('/code', { link })).statusCode).toBe(410)
    expect((await post('/use', { link, secret: waiting.secret })).statusCode).toBe(410)
    expect(fixture.platform.oobCodes.size).toBe(0)
  })

  it('strangers can use up the emails of their own networks alone, until there are twenty in an hour', async () => {
    const from = (network: number) => ({ from: `198.51.100.${network}` })
    const send = async (network: number) => {
      const { id, ...body } = browser()
      return (await post('', { ...body, language: 'en' }, { key: id, ...from(network) })).statusCode
    }
    for (const _time of [1, 2, 3, 4, 5]) expect(await send(1)).toBe(202)
    expect(await send(1)).toBe(429)
    expect(await send(2)).toBe(202)
    for (const _time of [1, 2, 3, 4]) expect(await send(2)).toBe(202)
    for (const network of [3, 4])
      for (const _time of [1, 2, 3, 4, 5]) expect(await send(network)).toBe(202)
    expect(await send(5)).toBe(429)
  })

  it('a request over a connection that was closed delays no other email', async () => {
    const { id, ...body } = browser(own)
    await post('', { ...body, language: 'en' }, { key: id, from: 'unknown' })
    await ask(browser())
    expect(sentTo(own)).toHaveLength(1)
    expect(sentTo(email)).toHaveLength(1)
  })

  it.each(['/email-link', '/sign-in-link', '/password/link'])(
    'a request to %s for a tenant that the identity service does not have delays no other email',
    async (path) => {
      const { secret } = browser()
      const body = { email: own, tid: 'Nobody-00000', language: 'en' }
      const given = path === '/email-link' ? { ...body, secret } : body
      expect((await fixture.post(path, given, { key: randomUUID() })).statusCode).toBe(202)
      await ask(browser())
      expect(sentTo(own)).toHaveLength(1)
      expect(sentTo(email)).toHaveLength(1)
    },
  )

  it('an email that this version cannot read waits without delaying others', async () => {
    const content = JSON.stringify({ to: email, language: 'xx' })
    const row = { id: randomUUID(), kind: 'email-link', registration_id: randomUUID() } as const
    await database()
      .insertInto('outbox')
      .values({ ...row, content })
      .execute()
    await expect(fixture.sendMail()).rejects.toThrow('cannot be read')
    await ask(browser())
    expect(sentTo(email)).toHaveLength(1)
    await database()
      .updateTable('outbox')
      .set({ attempts: 29, due_at: new Date(0) })
      .execute()
    await expect(fixture.sendMail()).rejects.toThrow('cannot be read')
    const states = await database().selectFrom('outbox').select(['state', 'content']).execute()
    expect(states).toContainEqual({ state: 'failed', content: null })
  })
})
