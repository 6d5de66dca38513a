import type { ServedAccount } from '@foyer/test-services/identity-platform-server'
import { randomUUID } from 'node:crypto'
import type { AccessPolicy } from '@foyer/contract/access-policy'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readAudit } from '../audit/audit-trail.ts'
import { createLimiter } from '../limits/limiter.ts'
import { signLink } from '../sign-in-link/link-token.ts'
import {
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { linkIn } from '../testing/link-visitors.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import { firstPasswordLink } from './password-link.ts'

const email = 'ayse@acme.example'
const tid = 'Acme-x1y2z'
const good = 'deniz kenarında 7 martı'

describeWithEachStore('passwords', (database) => {
  let fixture: RegistrationFixture
  let account: ServedAccount
  beforeAll(async () => {
    fixture = await createRegistrationFixture(database())
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    await fixture.reset()
    account = fixture.platform.addAccount({
      uid: 'u-1',
      tenantId: tid,
      email,
      emailVerified: true,
      displayName: 'Ayşe Öztürk R2D2',
      providers: [
        {
          id: 'password',
          subject: email,
        },
      ],
    })
  })

  type Options = Parameters<RegistrationFixture['post']>[2]
  const ask = (body: object = {}, options?: Options) =>
    fixture.post('/password/link', { email, tid, language: 'en', ...body }, options)
  const choose = (link: string, password = good, options?: Options) =>
    fixture.post('/password', { link, password, language: 'en' }, options)
  const sentTo = async (body?: object) => {
    await ask(body)
    await fixture.sendMail()
    return fixture.mailServer.mails.at(-1)
  }
  const outcomes = async () => {
    const { records } = await readAudit(database(), { since: null, uid: 'u-1' })
    return records.filter(({ action }) => action === 'new-password').map((entry) => entry.outcome)
  }

  it('a link in an email gives the account a new password once, ends its sessions, and its owner is told (K1h)', async () => {
    const link = linkIn(await sentTo())
    const session = fixture.platform.idToken(account, { auth_time: 1_700_000_000 })
    expect(await fixture.identity.verifyIdToken(session)).toMatchObject({ uid: 'u-1' })

    const answer = await choose(link)
    expect(answer.json()).toEqual({ status: 'changed' })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(account.password).toBe(good)
    await expect(fixture.identity.verifyIdToken(session)).rejects.toMatchObject({
      code: 'id-token-refused',
    })
    await fixture.sendMail()
    expect(fixture.mailServer.mails.at(-1)).toMatchObject({
      to: email,
      subject: 'Your password for Örnek & Co was changed',
    })

    expect((await choose(link, 'another 1 password')).json()).toMatchObject({
      code: 'sign-in-link-expired',
    })
    expect(account.password).toBe(good)
    expect(await outcomes()).toEqual(['done', 'sign-in-link-expired'])
  })

  it('a press whose response was lost is carried out again, and sends one email', async () => {
    const link = linkIn(await sentTo())
    const press = { key: randomUUID() }
    const answers = [await choose(link, good, press), await choose(link, good, press)]
    expect(answers.map((answer) => answer.json())).toEqual([
      { status: 'changed' },
      { status: 'changed' },
    ])
    while (await fixture.sendMail());
    expect(fixture.mailServer.mails).toHaveLength(2)
  })

  it('opening a link for a new password, as mail scanners do, changes nothing (K1h)', async () => {
    const link = linkIn(await sentTo())
    for (const url of [`/password?link=${link}`, `/?sign-in-link=${link}`, '/'])
      await fixture.app.inject({ url })
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    expect((await choose(link, good, { headers: foreign })).statusCode).toBe(403)
    expect(account.password).toBeNull()
    expect((await choose(link)).statusCode).toBe(200)
  })

  it('a link for a new password does not sign in, and a sign-in link changes no password', async () => {
    const proof = { id: randomUUID(), uid: 'u-1', tenantId: tid, email }
    expect((await choose(await signLink(proof, fixture.keys.signInLink))).statusCode).toBe(410)
    const link = linkIn(await sentTo())
    expect((await fixture.post('/sign-in-link/use', { link })).statusCode).toBe(410)
  })

  it('a link that was sent before the password was changed no longer works', async () => {
    const link = linkIn(await sentTo())
    account.validSince = Math.floor(Date.now() / 1000) + 1
    expect((await choose(link)).statusCode).toBe(410)
    expect(account.password).toBeNull()
  })

  it.each([
    ['weak', 'short1'],
    ['weak', 'no-digits-at-all'],
    ['personal', 'AYSE-and-2-cats'],
    ['personal', 'all about acme 1'],
    ['personal', 'AYŞE ve 2 kedi'],
    ['personal', 'Ayşe ve 2 kedi'],
    ['personal', 'OZTURK and 2 cats'],
    ['personal', 'my r2d2 robot'],
    ['common', 'password123!!'],
    ['common', '1qaz2wsx3edc!'],
    ['common', 'İloveyou123'],
    ['common', 'ıloveyou123'],
    ['breached', 'stolen-and-sold-1'],
  ])(
    'a password that is %s is refused with the reason, and the link can still be used: %s (K1i)',
    async (reason, password) => {
      const link = linkIn(await sentTo())
      expect((await choose(link, password)).json()).toEqual({ status: 'refused', reason })
      expect(account.password).toBeNull()
      expect((await choose(link)).json()).toEqual({ status: 'changed' })
    },
  )

  it('a name with a number behind it in the email address is no part of a password (K1i)', async () => {
    account.email = 'bozkurt1985@acme.example'
    const link = linkIn(await sentTo({ email: account.email }))
    expect((await choose(link, 'kurt ve Bozkurt 7')).json()).toEqual({
      status: 'refused',
      reason: 'personal',
    })
    expect((await choose(link)).json()).toEqual({ status: 'changed' })
  })

  it('a name of two or three letters may be in a password by chance (K1i)', async () => {
    account.displayName = 'Su Can Ali'
    const link = linkIn(await sentTo())
    expect((await choose(link, 'kalite-sunar-canlar-7')).json()).toEqual({ status: 'changed' })
  })

  it('a password that only the identity service refuses is refused, and the same press may choose another (K1i)', async () => {
    const link = linkIn(await sentTo())
    const press = { key: randomUUID() }
    fixture.platform.failure = 'weak-password'
    expect((await choose(link, good, press)).json()).toEqual({ status: 'refused', reason: 'weak' })
    fixture.platform.failure = null
    expect((await choose(link, good, press)).json()).toEqual({ status: 'changed' })
  })

  it('if the identity service refuses passwords altogether, the answer does not blame the password', async () => {
    const link = linkIn(await sentTo())
    fixture.platform.failure = 'passwords-off'
    expect((await choose(link)).statusCode).toBe(503)
    fixture.platform.failure = null
    expect(account.password).toBeNull()
  })

  it('while the identity service is down, no password is changed, and the same press works later', async () => {
    const link = linkIn(await sentTo())
    const press = { key: randomUUID() }
    fixture.platform.failure = 'unavailable'
    expect((await choose(link, good, press)).statusCode).toBe(503)
    fixture.platform.failure = null
    expect((await choose(link, good, press)).json()).toEqual({ status: 'changed' })
  })

  it('known and unknown email addresses get the same answer after the same calls, and one email each (K5b)', async () => {
    fixture.platform.addAccount({
      uid: 'u-2',
      tenantId: tid,
      email: 'by-google@acme.example',
      providers: [{ id: 'google.com', subject: 'g' }],
    })
    const addresses = [email, 'by-google@acme.example', 'nobody@acme.example']
    fixture.platform.requests.length = 0
    const answers = await Promise.all(addresses.map((address) => ask({ email: address })))
    expect(fixture.platform.requests).toEqual([])
    const seen = answers.map(({ statusCode, body, headers }) => {
      const { date: _date, 'x-request-id': _id, ...others } = headers
      return { statusCode, body, headers: others }
    })
    expect(seen[0]).toMatchObject({ statusCode: 202, body: '{"status":"mail-sent"}' })
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
    while (await fixture.sendMail());
    expect(fixture.mailServer.mails.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted())
  })

  it.each([
    [
      'signs in with Google',
      { providers: [{ id: 'google.com', subject: 'g' }] },
      'press “Continue with Google”',
    ],
    ['is disabled', { disabled: true }, 'no active account'],
    [
      'was never verified and has a provider too',
      {
        emailVerified: false,
        providers: [
          { id: 'password', subject: email },
          { id: 'google.com', subject: 'g' },
        ],
      },
      'no active account',
    ],
    [
      'was never verified and has no password',
      { emailVerified: false, providers: [] },
      'no active account',
    ],
  ])(
    'an account that %s gets no link for a password, so none can bypass its method',
    async (_what, change, text) => {
      const mail = await sentTo()
      const early = linkIn(mail)
      Object.assign(account, change)
      const second = await sentTo()
      expect(second?.text).toContain(text)
      expect(linkIn(second)).toBe('')
      expect([403, 410]).toContain((await choose(early)).statusCode)
      expect(account.password).toBeNull()
    },
  )

  it('an account without any provider, as registration creates it, gets its first password by a link', async () => {
    account.providers = []
    expect((await choose(linkIn(await sentTo()))).json()).toEqual({ status: 'changed' })
    expect(account.password).toBe(good)
  })

  it('a new password verifies the email address to which the link was sent', async () => {
    account.emailVerified = false
    await choose(linkIn(await sentTo()))
    expect(account.emailVerified).toBe(true)
  })

  it('the owner of a marked account gets a link at once, and a new password removes the mark and no other claim (K1j)', async () => {
    account.claims = { changePassword: true, role: 'driver' }
    account.emailVerified = false
    const first = await fixture.post('/password/first', {
      idToken: fixture.platform.idToken(account),
    })
    const { link } = first.json<{ link: string }>()
    expect((await fixture.post('/password/rules', { link })).json()).toMatchObject({
      minLength: 10,
      digit: true,
    })
    expect((await choose(link)).json()).toEqual({ status: 'changed' })
    expect(account).toMatchObject({ password: good, emailVerified: false })
    expect(account.claims).toEqual({ role: 'driver' })
  })

  it('a marked account must get another password than the one that its operator has chosen, and a press that is repeated is not refused for its own (K1j)', async () => {
    Object.assign(account, { claims: { changePassword: true }, password: 'chosen by operator 7' })
    const linkOf = async (idToken: string) =>
      (await fixture.post('/password/first', { idToken })).json<{ link: string }>().link
    const link = await linkOf(fixture.platform.idToken(account))
    expect((await choose(link, 'chosen by operator 7')).json()).toEqual({
      status: 'refused',
      reason: 'current',
    })
    expect(account.claims).toEqual({ changePassword: true })
    const press = { key: randomUUID() }
    for (const _attempt of ['first', 'repeated'])
      expect((await choose(link, good, press)).json()).toEqual({ status: 'changed' })
  })

  it('a user who has forgotten the password may choose the same one again (K1h)', async () => {
    account.password = good
    expect((await choose(linkIn(await sentTo()))).json()).toEqual({ status: 'changed' })
  })

  it.each([
    ['is not marked', {}],
    [
      'has no password',
      { claims: { changePassword: true }, providers: [{ id: 'google.com', subject: 'g' }] },
    ],
  ])(
    'an account that %s gets no link for its ID token, and its user goes on (K1j)',
    async (_what, change) => {
      Object.assign(account, change)
      const answer = await fixture.post('/password/first', {
        idToken: fixture.platform.idToken(account),
      })
      expect([answer.statusCode, answer.json()]).toEqual([200, { link: null }])
    },
  )

  it('a marked account that has a provider too gets a link (K1j)', async () => {
    account.claims = { changePassword: true }
    account.providers = [...(account.providers ?? []), { id: 'google.com', subject: 'g' }]
    const idToken = fixture.platform.idToken(account)
    expect((await fixture.post('/password/first', { idToken })).json()).toEqual({
      link: expect.stringMatching(/^eyJ/),
    })
  })

  it('an ID token of a tenant that is not served gets no link', async () => {
    account.claims = { changePassword: true }
    const app = fixture.createServer(true, { 'Beta-k9j8h': { name: 'Beta' } })
    const idToken = fixture.platform.idToken(account)
    const answer = await fixture.post('/password/first', { idToken }, { to: app })
    expect(answer.json()).toMatchObject({ code: 'mismatching-tenant' })
    await app.close()
  })

  it('an ID token that the access policy rejects gets no link (K2)', async () => {
    account.claims = { changePassword: true }
    const { identity, keys, settings } = fixture
    const linkUnder = (policy: AccessPolicy) =>
      firstPasswordLink(
        { idToken: fixture.platform.idToken(account) },
        {
          database: database(),
          identity,
          keys,
          limiter: createLimiter(database(), keys),
          config: settings.config,
          policy,
          now: Date.now,
        },
      )
    const rejecting = linkUnder({ others: { providers: ['google.com'] } })
    await expect(rejecting).rejects.toMatchObject({
      code: 'provider-not-allowed',
      detail: 'google.com',
    })
    expect(await linkUnder({ others: { providers: ['custom'] } })).toMatch(/^eyJ/)
  })

  it('one account gets twenty links for its ID token in ten minutes, and others get theirs', async () => {
    const first = async (owner: ServedAccount) =>
      (await fixture.post('/password/first', { idToken: fixture.platform.idToken(owner) }))
        .statusCode
    const codes: number[] = []
    for (let asked = 0; asked < 21; asked += 1) codes.push(await first(account))
    expect(codes).toEqual([...Array<number>(20).fill(200), 429])
    const other = fixture.platform.addAccount({ uid: 'u-2', tenantId: tid })
    expect(await first(other)).toBe(200)
  })

  it('an ID token that is older than five minutes gets no link', async () => {
    account.claims = { changePassword: true }
    const idToken = fixture.platform.idToken(account, { iat: Math.floor(Date.now() / 1000) - 400 })
    expect((await fixture.post('/password/first', { idToken })).json()).toMatchObject({
      code: 'id-token-too-old',
    })
  })

  it('a request for a link is in the audit trail, without the email address', async () => {
    await ask()
    const { records } = await readAudit(database(), { since: null, uid: null })
    const asked = { action: 'password-link-mail', outcome: 'asked', tenantId: tid }
    expect(records.at(-1)).toMatchObject(asked)
    expect(JSON.stringify(records.at(-1))).not.toContain(email)
  })

  it('a link is not sent if passwords were turned off since it was requested', async () => {
    await ask()
    const { config } = fixture.settings
    const { methods } = config
    config.methods = ['google.com']
    await fixture.sendMail()
    expect(fixture.mailServer.mails).toEqual([])
    if (methods) config.methods = methods
  })

  it('a link for a new password that was delayed for more than an hour is not sent', async () => {
    const sent = []
    for (const minutes of [59, 61]) {
      await ask()
      await sql`update outbox set created_at = now() - ${minutes} * interval '1 minute'`.execute(
        database(),
      )
      await fixture.sendMail()
      sent.push(fixture.mailServer.mails.length)
    }
    expect(sent).toEqual([1, 1])
  })

  it('one address gets at most five emails in an hour, whatever follows a plus sign', async () => {
    const codes: number[] = []
    for (const tag of ['', '+1', '+2', '+3', '+4', '+5'])
      codes.push((await ask({ email: email.replace('@', `${tag}@`) })).statusCode)
    expect(codes).toEqual([202, 202, 202, 202, 202, 429])
  })

  it('one account may try thirty passwords in a quarter of an hour, so that nobody reads the lists through it', async () => {
    const link = linkIn(await sentTo())
    const codes: number[] = []
    for (let tried = 0; tried < 31; tried += 1)
      codes.push((await choose(link, 'password123')).statusCode)
    expect(codes.slice(0, 30).every((code) => code === 200)).toBe(true)
    expect(codes[30]).toBe(429)
    const other = { uid: 'u-2', tenantId: tid, email: 'other@acme.example', emailVerified: true }
    fixture.platform.addAccount(other)
    const linkOfOther = linkIn(await sentTo({ email: other.email }))
    expect((await choose(linkOfOther)).json()).toEqual({ status: 'changed' })
  })

  it('a tenant that does not offer passwords gets no link for one', async () => {
    const app = fixture.createServer(true, {
      [tid]: { name: 'Acme', methods: ['google.com'] },
    })
    expect((await ask({}, { to: app })).statusCode).toBe(403)
    await app.close()
  })

  it('the log has neither the email address, nor the link, nor the password', async () => {
    const link = linkIn(await sentTo())
    await choose(link)
    const log = fixture.lines.join('')
    for (const secret of [email, link, good]) expect(log).not.toContain(secret)
  })
})
