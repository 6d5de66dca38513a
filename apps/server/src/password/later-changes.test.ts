import type { ServedAccount } from '@foyer/test-services/identity-platform-server'
import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signLink } from '../sign-in-link/link-token.ts'
import {
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'

const email = 'ayse@acme.example'
const tid = 'Acme-x1y2z'
const good = 'deniz kenarında 7 martı'
const uses = ['password', 'first-password'] as const

describeWithEachStore('changes after a link for a new password was issued', (database) => {
  let fixture: RegistrationFixture
  let account: ServedAccount
  beforeAll(async () => {
    fixture = await createRegistrationFixture(database())
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    await fixture.reset()
    fixture.platform.onCall = () => {}
    account = fixture.platform.addAccount({
      uid: 'u-1',
      tenantId: tid,
      email,
      emailVerified: true,
      providers: [{ id: 'password', subject: email }],
    })
  })

  const linkFor = (use: (typeof uses)[number], uid = 'u-1') =>
    signLink({ id: randomUUID(), uid, tenantId: tid, email, use }, fixture.keys.passwordLink)
  const choose = async (link: string, password: string, key: string) => {
    const answer = await fixture.post('/password', { link, password, language: 'en' }, { key })
    return { statusCode: answer.statusCode, ...answer.json<object>() }
  }
  /** As an administrator does, some time later. */
  const changeByOthers = (changes: Partial<ServedAccount>) =>
    Object.assign(account, { validSince: Math.floor(Date.now() / 1000) + 60, ...changes })

  it.each(uses)(
    'when the company no longer offers passwords, a link that was issued before is of no use: %s',
    async (use) => {
      account.claims = { changePassword: true }
      const link = await linkFor(use)
      const body = { link, password: good, language: 'en' }
      const app = fixture.createServer(true, { [tid]: { name: 'Acme', methods: ['google.com'] } })
      expect((await fixture.post('/password/rules', { link }, { to: app })).statusCode).toBe(410)
      expect((await fixture.post('/password', body, { to: app })).statusCode).toBe(410)
      expect(account.password).toBeNull()
      await app.close()
      expect((await fixture.post('/password/rules', { link })).statusCode).toBe(200)
    },
  )

  it.each(uses)(
    'the user of an account that was disabled since is told so, and it gets no password: %s',
    async (use) => {
      Object.assign(account, { disabled: true, claims: { changePassword: true } })
      const answer = await choose(await linkFor(use), good, randomUUID())
      expect(answer).toMatchObject({ code: 'user-disabled' })
      expect(account.password).toBeNull()
    },
  )

  it.each(uses)('a link for an account that was deleted since has expired: %s', async (use) => {
    const link = await linkFor(use, 'u-gone')
    expect(await choose(link, good, randomUUID())).toMatchObject({ code: 'sign-in-link-expired' })
  })

  it.each(uses)('a link of a company that is no longer served is of no use: %s', async (use) => {
    account.claims = { changePassword: true }
    const body = { link: await linkFor(use), password: good, language: 'en' }
    const app = fixture.createServer(true, { 'Beta-k9j8h': { name: 'Beta' } })
    expect((await fixture.post('/password', body, { to: app })).json()).toMatchObject({
      code: 'mismatching-tenant',
    })
    expect(account.password).toBeNull()
    await app.close()
  })

  it('a link for a first password needs the mark of the operator, and no verified email address', async () => {
    const google = { id: 'google.com', subject: 'g' }
    Object.assign(account, {
      emailVerified: false,
      providers: [...account.providers, google],
    })
    const link = await linkFor('first-password')
    expect(await choose(link, good, randomUUID())).toMatchObject({ code: 'sign-in-link-expired' })
    expect(account.password).toBeNull()
    account.claims = { changePassword: true }
    expect(await choose(link, good, randomUUID())).toMatchObject({ status: 'changed' })
  })

  it('the links of one account are spent one by one', async () => {
    account.claims = { changePassword: true }
    expect(await choose(await linkFor('password'), good, randomUUID())).toMatchObject({
      status: 'changed',
    })
    account.validSince = 0
    expect(await choose(await linkFor('password'), good, randomUUID())).toMatchObject({
      status: 'changed',
    })
  })

  it.each(uses)(
    'a press that is repeated does not undo a later change of the password: %s',
    async (use) => {
      account.claims = { changePassword: true }
      const link = await linkFor(use)
      const key = randomUUID()
      expect(await choose(link, good, key)).toMatchObject({ status: 'changed' })
      expect(await choose(link, good, key)).toMatchObject({ status: 'changed' })
      changeByOthers({ password: 'chosen-by-an-admin-1', claims: { changePassword: true } })
      expect(await choose(link, 'taken-back-again-1', key)).toMatchObject({ statusCode: 410 })
      expect(account).toMatchObject({
        password: 'chosen-by-an-admin-1',
        claims: { changePassword: true },
      })
    },
  )

  it.each(uses)(
    'a press whose password was set before a failure is finished when it is repeated, with the same password only: %s',
    async (use) => {
      account.claims = { changePassword: true }
      const link = await linkFor(use)
      const key = randomUUID()
      fixture.platform.onCall = (verb) => {
        if (verb === 'lookup' && account.password === good)
          throw new Error('The service has failed.')
      }
      expect(await choose(link, good, key)).toMatchObject({ statusCode: 503 })
      fixture.platform.onCall = () => {}
      expect(account).toMatchObject({ password: good, claims: { changePassword: true } })
      account.validSince += 1
      expect(await choose(link, 'another-one-7', key)).toMatchObject({ statusCode: 410 })
      expect(await choose(link, good, randomUUID())).toMatchObject({ statusCode: 410 })
      expect(await choose(link, good, key)).toMatchObject({ status: 'changed' })
      expect(account).toMatchObject({ password: good, claims: {} })
      while (await fixture.sendMail());
      expect(fixture.mailServer.mails).toHaveLength(1)
    },
  )

  it.each(uses)(
    'a press that is repeated for an account that is gone, or has another email address, is told so although no password can be compared: %s',
    async (use) => {
      account.claims = { changePassword: true }
      const [link, key] = [await linkFor(use), randomUUID()]
      expect(await choose(link, good, key)).toMatchObject({ status: 'changed' })
      fixture.platform.onCall = (verb) => {
        if (verb === 'signInWithPassword') throw new Error('The service does not compare it.')
      }
      expect(await choose(link, good, key)).toMatchObject({ statusCode: 503 })
      account.email = 'ayse.kaya@acme.example'
      expect(await choose(link, good, key)).toMatchObject({ code: 'sign-in-link-expired' })
      fixture.platform.accounts.length = 0
      expect(await choose(link, good, key)).toMatchObject({ code: 'sign-in-link-expired' })
    },
  )

  it('a press that is repeated after the account got another email address is refused', async () => {
    const link = await linkFor('password')
    const key = randomUUID()
    await choose(link, good, key)
    account.email = 'other@acme.example'
    expect(await choose(link, 'taken-back-again-1', key)).toMatchObject({ statusCode: 410 })
    expect(account.password).toBe(good)
  })

  it('when the operator gives the account another password, an earlier link cannot replace it', async () => {
    account.claims = { changePassword: true }
    const link = await linkFor('first-password')
    changeByOthers({ password: 'given-by-the-operator-2' })
    expect(await choose(link, good, randomUUID())).toMatchObject({ statusCode: 410 })
    expect(account.password).toBe('given-by-the-operator-2')
  })

  it.each(uses)(
    'a link that was issued in the same second as a change of the password cannot replace it: %s',
    async (use) => {
      account.claims = { changePassword: true }
      const link = await linkFor(use)
      const { iat = 0 } = decodeJwt(link)
      Object.assign(account, { password: 'given-by-the-operator-2', validSince: iat })
      expect(await choose(link, good, randomUUID())).toMatchObject({ statusCode: 410 })
      account.validSince = iat - 1
      expect(await choose(link, good, randomUUID())).toMatchObject({ status: 'changed' })
    },
  )

  it('a link for a first password is of no use after the account got another email address', async () => {
    account.claims = { changePassword: true }
    const link = await linkFor('first-password')
    account.email = 'other@acme.example'
    expect(await choose(link, good, randomUUID())).toMatchObject({ statusCode: 410 })
  })
})
