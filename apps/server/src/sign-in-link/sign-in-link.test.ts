import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAudit } from '../audit/audit-trail.ts'
import { linkIn } from '../testing/link-visitors.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import type { ServedAccount } from '@foyer/test-services/identity-platform-server'
import {
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { signLink } from './link-token.ts'

const email = 'ayse@acme.example'
const tid = 'Acme-x1y2z'

describeWithEachStore('sign-in links', (database) => {
  let fixture: RegistrationFixture
  let account: ServedAccount
  beforeAll(async () => {
    fixture = await createRegistrationFixture(database())
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    await fixture.reset()
    account = fixture.platform.addAccount({ uid: 'u-1', tenantId: tid, email, emailVerified: true })
  })

  const ask = (body: object = {}, options?: Parameters<RegistrationFixture['post']>[2]) =>
    fixture.post('/sign-in-link', { email, tid, language: 'en', ...body }, options)
  const use = (link: string, options?: Parameters<RegistrationFixture['post']>[2]) =>
    fixture.post('/sign-in-link/use', { link }, options)
  const sentTo = async (body?: object) => {
    await ask(body)
    await fixture.sendMail()
    return fixture.mailServer.mails.at(-1)
  }
  const uidIn = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { uid: string })
      .uid

  it('a sign-in link is sent for an account without a provider, and signs in once (K6a)', async () => {
    const mail = await sentTo()
    expect(mail?.to).toBe(email)
    expect(mail?.subject).toBe('Your sign-in link for Örnek & Co')

    const used = await use(linkIn(mail))
    expect(used.statusCode).toBe(200)
    expect(used.headers['cache-control']).toBe('no-store')
    expect(uidIn(used.json<{ token: string }>().token)).toBe('u-1')

    const again = await use(linkIn(mail))
    expect(again.statusCode).toBe(410)
    expect(again.json()).toMatchObject({ code: 'sign-in-link-expired' })
  })

  it('only a POST of our own page uses a sign-in link: opening it, as mail scanners do, changes nothing', async () => {
    const link = linkIn(await sentTo())
    for (const url of [`/sign-in-link/use?link=${link}`, `/?sign-in-link=${link}`, '/'])
      await fixture.app.inject({ url })
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    expect((await use(link, { headers: foreign })).statusCode).toBe(403)
    expect((await use(link)).statusCode).toBe(200)
  })

  it('a sign-in link whose button was pressed twice, or whose response was lost, is used once', async () => {
    const link = linkIn(await sentTo())
    const press = { key: randomUUID() }
    const answers = await Promise.all([use(link, press), use(link, press), use(link, press)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await use(link, { key: randomUUID() })).statusCode).toBe(410)
  })

  it('a sign-in link that is used in two browsers at once signs in only one of them', async () => {
    const link = linkIn(await sentTo())
    const answers = await Promise.all([use(link), use(link), use(link)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 410, 410,
    ])
  })

  it('a sign-in link is not used up if Identity Platform fails', async () => {
    const link = linkIn(await sentTo())
    fixture.platform.failure = 'unavailable'
    expect((await use(link)).statusCode).toBe(503)
    fixture.platform.failure = null
    expect((await use(link)).statusCode).toBe(200)
  })

  /** Simulates that the mail server was unavailable for this time. */
  const holdUp = (minutes: number) =>
    sql`update outbox set created_at = now() - ${minutes} * interval '1 minute'`.execute(database())

  it('a sign-in link is valid for fifteen minutes after it was sent, not after it was requested', async () => {
    await ask()
    await holdUp(50)
    await fixture.sendMail()
    const { exp = 0 } = decodeJwt(linkIn(fixture.mailServer.mails[0]))
    const minutesLeft = (exp * 1000 - Date.now()) / 60_000
    expect(Math.ceil(minutesLeft)).toBe(15)
  })

  it('a sign-in link that was delayed for more than an hour is not sent', async () => {
    await ask()
    await holdUp(61)
    await fixture.sendMail()
    expect(fixture.mailServer.mails).toEqual([])
    expect(fixture.mailOutcomes).toEqual(['dropped'])
  })

  it.each<[string, (link: string) => string | Promise<string>]>([
    ['is forged', (link) => `${link.slice(0, -4)}AAAA`],
    ['is no token', () => 'x'],
    [
      'is signed with the key of another purpose',
      () =>
        signLink({ id: randomUUID(), uid: 'u-1', tenantId: tid, email }, fixture.keys.confirmation),
    ],
  ])('a sign-in link that %s is refused', async (_what, forge) => {
    const answer = await use(await forge(linkIn(await sentTo())))
    expect(answer.statusCode).toBe(410)
    expect(answer.json()).toMatchObject({ code: 'sign-in-link-expired' })
  })

  describe('changes after a sign-in link was sent', () => {
    it.each<[string, Partial<ServedAccount>, string]>([
      ['the account was disabled', { disabled: true }, '403 user-disabled'],
      [
        'the account has another email address',
        { email: 'x@acme.example' },
        '410 sign-in-link-expired',
      ],
      [
        'the email address is no longer verified',
        { emailVerified: false },
        '410 sign-in-link-expired',
      ],
      ['a second factor was enrolled', { hasSecondFactor: true }, '410 sign-in-link-expired'],
      [
        'a provider was linked',
        { providers: [{ id: 'google.com', subject: '1' }] },
        '410 sign-in-link-expired',
      ],
      [
        'the account moved to another tenant',
        { tenantId: 'Beta-k9j8h' },
        '410 sign-in-link-expired',
      ],
    ])('a sign-in link is refused if %s', async (_since, change, outcome) => {
      const link = linkIn(await sentTo())
      Object.assign(account, change)
      const answer = await use(link)
      expect(`${answer.statusCode} ${answer.json<{ code: string }>().code}`).toBe(outcome)
    })

    it('a sign-in link is refused if its tenant is no longer served', async () => {
      const link = linkIn(await sentTo())
      const changed = fixture.createServer(true, { 'Beta-k9j8h': { name: 'Beta' } })
      expect((await use(link, { to: changed })).json()).toMatchObject({
        code: 'mismatching-tenant',
      })
      await changed.close()
    })
  })

  describe('requests for a sign-in link', () => {
    it('a request for a sign-in link gets the same response and one email, whether or not there is an account', async () => {
      fixture.platform.requests.length = 0
      const [known, unknown] = [await ask(), await ask({ email: 'bora@acme.example' })]
      expect(known.statusCode).toBe(202)
      expect(unknown.statusCode).toBe(202)
      expect(known.json()).toEqual(unknown.json())
      expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers))
      expect(fixture.platform.requests).toEqual([])

      await fixture.sendMail()
      await fixture.sendMail()
      const [first, second] = fixture.mailServer.mails
      expect([first?.to, second?.to]).toEqual([email, 'bora@acme.example'])
      expect(linkIn(second)).toBe('')
      expect(second?.text).toContain('no active account')
    })

    it.each<[string, Partial<ServedAccount>, string]>([
      ['is disabled', { disabled: true }, 'no active account'],
      ['has an unverified email address', { emailVerified: false }, 'no active account'],
      ['has a second factor', { hasSecondFactor: true }, 'no active account'],
      [
        'signs in with Google',
        { providers: [{ id: 'google.com', subject: '1' }] },
        'press “Continue with Google”',
      ],
      [
        'signs in with a provider that the page has no button for',
        { providers: [{ id: 'apple.com', subject: '1' }] },
        'the button of the method that you used before',
      ],
    ])(
      'no sign-in link is sent for an account that %s, and the email says what to do',
      async (_what, change, words) => {
        Object.assign(account, change)
        const mail = await sentTo()
        expect(linkIn(mail)).toBe('')
        expect(mail?.text).toContain(words)
      },
    )

    it('no sign-in link is sent for an account of a tenant that has none', async () => {
      const { config } = fixture.settings
      config.tenants = { [tid]: { name: 'Acme', signInLink: false } }
      const mail = await sentTo()
      delete config.tenants
      expect(linkIn(mail)).toBe('')
      expect(mail?.text).toContain('no active account')
    })

    it('no sign-in link is sent for an account of another tenant', async () => {
      expect(linkIn(await sentTo({ tid: 'Beta-k9j8h' }))).toBe('')
    })

    it('a request for a sign-in link in a tenant that is not served is refused, and no email is sent', async () => {
      const single = fixture.createServer(true, { [tid]: { name: 'Acme' } })
      const answer = await ask({ tid: 'Beta-k9j8h' }, { to: single })
      expect(answer.json()).toMatchObject({ code: 'mismatching-tenant' })
      expect(await fixture.sendMail()).toBe(false)
      await single.close()
    })

    it('a request for a sign-in link that is sent twice causes one email', async () => {
      const options = { key: randomUUID() }
      await ask({}, options)
      await ask({}, options)
      expect(await fixture.sendMail()).toBe(true)
      expect(await fixture.sendMail()).toBe(false)
    })

    it('at most five sign-in links per hour are sent to one mailbox, no matter who requests them', async () => {
      for (const _time of [1, 2, 3, 4, 5]) expect((await ask()).statusCode).toBe(202)
      const answer = await ask({ email: 'AYSE+6@acme.example' })
      expect(answer.statusCode).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
    })

    it.each([{ email: 'x' }, { email: '' }, { language: 'de' }, { more: 1 }, { tid: '../x' }])(
      'a request for a sign-in link with %j is refused',
      async (body) => {
        expect((await ask(body)).statusCode).toBe(400)
      },
    )

    it('a refused request for a sign-in link names the first error of the invalid field', async () => {
      const answer = await ask({ email: 'x' })
      expect(answer.json()).toMatchObject({
        code: 'invalid-argument',
        fields: { email: 'invalid' },
      })
    })
  })

  it('the response to a request for a sign-in link says only that an email is on its way', async () => {
    const answer = await ask()
    expect([answer.statusCode, answer.json()]).toEqual([202, { status: 'mail-sent' }])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it.each([{}, { link: 7 }, { link: '' }])('the use of a link with %j is refused', async (body) => {
    const answer = await fixture.post('/sign-in-link/use', body)
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid-argument' }])
  })

  it('each sign-in link is used on its own', async () => {
    const first = linkIn(await sentTo())
    const second = linkIn(await sentTo())
    expect((await use(first)).statusCode).toBe(200)
    expect((await use(second)).statusCode).toBe(200)
  })

  it('sign-in links leave entries without the email address in the audit trail, and neither is in the log', async () => {
    const link = linkIn(await sentTo())
    const used = await use(link)
    await use(link)
    const { records: trail } = await readAudit(database(), { since: null, uid: 'u-1' })
    expect(trail.slice(-2)).toMatchObject([
      { action: 'sign-in-link', outcome: 'done', tenantId: tid },
      { action: 'sign-in-link', outcome: 'sign-in-link-expired', tenantId: tid },
    ])
    expect(trail.at(-2)?.requestId).toBe(used.headers['x-request-id'])
    const { records: all } = await readAudit(database(), { since: null, uid: null })
    expect(all.map(({ action }) => action)).toContain('sign-in-link-mail')
    expect(JSON.stringify(all)).not.toMatch(/ayse|acme\.example/i)
    expect(fixture.lines.join('')).not.toContain(link)
    expect(fixture.lines.join('')).not.toMatch(/ayse@/i)
    const left = await database().selectFrom('outbox').selectAll().execute()
    expect(JSON.stringify(left)).not.toMatch(/ayse@/i)
  })
})
