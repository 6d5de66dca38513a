import { randomBytes, randomUUID } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAudit } from '../audit/audit-trail.ts'
import { deleteOld } from '../retention/delete-old.ts'
import type { ServedAccount } from '@foyer/test-services/identity-platform-server'
import {
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { linkIn } from '../testing/link-visitors.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import { signEmailLink, verifyEmailLink } from './email-link-token.ts'

const email = 'ayse@acme.example'
const tid = 'Acme-x1y2z'
const newSecret = () => randomBytes(32).toString('base64url')

describeWithEachStore('the sign-in method emailLink', (database) => {
  let fixture: RegistrationFixture
  let account: ServedAccount
  beforeAll(async () => {
    fixture = await createRegistrationFixture(database())
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    await fixture.reset()
    fixture.platform.oobCodes.clear()
    fixture.settings.config.selfRegistration = false
    delete fixture.settings.config.tenants
    account = fixture.platform.addAccount({ uid: 'u-1', tenantId: tid, email, emailVerified: true })
  })

  type Options = Parameters<RegistrationFixture['post']>[2]
  const post = async (path: string, body: object, options?: Options) => {
    const response = await fixture.post(`/email-link${path}`, body, options)
    const { oobCode, code = '', status } = response.json<Partial<Record<string, string>>>()
    return { statusCode: response.statusCode, status, code, oobCode }
  }

  /** Requests a link in a browser that then waits. */
  async function askFor(address = email, headers: Record<string, string> = {}) {
    const waiting = { id: randomUUID(), email: address, secret: newSecret(), tid }
    const { id, ...body } = waiting
    await fixture.post('/email-link', { ...body, language: 'en' }, { key: id, headers })
    await fixture.sendMail()
    const mail = fixture.mailServer.mails.at(-1)
    return { waiting, mail, link: linkIn(mail) }
  }
  const emailOf = (oobCode: string | undefined) => fixture.platform.oobCodes.get(oobCode ?? '')

  it('a press in the browser that has requested the link signs in there, once (K6b)', async () => {
    const { waiting, mail, link } = await askFor()
    expect(mail?.subject).toBe('Your sign-in link for Örnek & Co')
    const use = { link, secret: waiting.secret }
    const press = { key: randomUUID() }
    const done = await post('/use', use, press)
    expect(done).toMatchObject({ statusCode: 200, status: 'done' })
    expect(emailOf(done.oobCode)).toBe(email)
    // The response may have been lost.
    expect(await post('/use', use, press)).toMatchObject({ status: 'done' })
    expect(await post('/use', use)).toMatchObject({ statusCode: 410, code: 'sign-in-link-expired' })
    // Another browser shows no code that would be of no use.
    expect(await post('/code', { link })).toMatchObject({ statusCode: 410 })
  })

  it('the audit trail has each event of a link, without the email address (K6d)', async () => {
    const { waiting, link } = await askFor()
    const { code } = await post('/code', { link })
    await post('/enter', { ...waiting, code: code === '000000' ? '111111' : '000000' })
    await post('/enter', { ...waiting, code })
    const { records } = await readAudit(database(), { since: null, uid: null })
    const events = records.slice(-4)
    expect(events.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['email-link-mail', 'asked'],
      ['email-link', 'code-shown'],
      ['email-link', 'wrong'],
      ['email-link', 'done'],
    ])
    expect(events.at(-1)).toMatchObject({ uid: 'u-1' })
    for (const { subject, tenantId, requestId } of events) {
      expect([subject, tenantId]).toEqual([events[0]?.subject, tid])
      expect(subject).toMatch(/^[0-9a-f]{32}$/)
      expect(requestId).not.toBeNull()
    }
    expect(JSON.stringify(events)).not.toContain(email)
  })

  it('a link of a tenant that is no longer served does not sign in', async () => {
    const { waiting, link } = await askFor()
    const app = fixture.createServer(true, { 'Beta-k9j8h': { name: 'Beta' } })
    const use = { link, secret: waiting.secret }
    expect(await post('/use', use, { to: app })).toMatchObject({ code: 'mismatching-tenant' })
    await app.close()
  })

  it('a link that was delayed for more than an hour is not sent', async () => {
    const sent: number[] = []
    for (const minutes of [59, 61]) {
      const waiting = { email, secret: newSecret(), tid, language: 'en' }
      await fixture.post('/email-link', waiting)
      await sql`update outbox set created_at = now() - ${minutes} * interval '1 minute'`.execute(
        database(),
      )
      await fixture.sendMail()
      sent.push(fixture.mailServer.mails.length)
    }
    expect(sent).toEqual([1, 1])
  })

  it('a token with the right signature and another content is no link', async () => {
    const token = new SignJWT({ use: 'email-link' }).setProtectedHeader({ alg: 'HS256' })
    const link = await token.setExpirationTime('15m').sign(fixture.keys.emailLink)
    expect(await post('/code', { link })).toMatchObject({ code: 'sign-in-link-expired' })
  })

  it('a link may be of the project itself', async () => {
    const origin = { at: 1_700_000_000, browser: 'Firefox, Windows', network: '192.0.2.0' }
    const link = { id: randomUUID(), tenantId: null, email, origin }
    const token = await signEmailLink(link, fixture.keys.emailLink)
    expect(await verifyEmailLink(token, fixture.keys.emailLink)).toEqual(link)
  })

  it('a link of an account that was deleted does not sign in', async () => {
    const { waiting, link } = await askFor()
    fixture.platform.accounts.length = 0
    const use = { link, secret: waiting.secret }
    expect(await post('/use', use)).toMatchObject({ code: 'sign-in-link-expired' })
  })

  it('a link that was used stays used when old data is deleted', async () => {
    const { waiting, link } = await askFor()
    const use = { link, secret: waiting.secret }
    expect(await post('/use', use)).toMatchObject({ status: 'done' })
    await deleteOld(database(), { onFailure: (error) => expect.unreachable(String(error)) })
    expect(await post('/use', use)).toMatchObject({ statusCode: 410 })
    expect(await post('/refuse', { link })).toMatchObject({ status: 'used' })
  })

  it('a press in another browser shows a code, with which the waiting browser signs in, once (K6c)', async () => {
    const { waiting, link } = await askFor()
    const { code } = await post('/code', { link })
    expect(code).toMatch(/^\d{6}$/)
    expect(await post('/code', { link })).toMatchObject({ code })
    const press = { key: randomUUID() }
    const done = await post('/enter', { ...waiting, code }, press)
    expect(emailOf(done.oobCode)).toBe(email)
    expect(await post('/enter', { ...waiting, code }, press)).toMatchObject({ status: 'done' })
    expect(await post('/enter', { ...waiting, code })).toMatchObject({ statusCode: 410 })
    expect(await post('/use', { link, secret: waiting.secret })).toMatchObject({ statusCode: 410 })
  })

  it('a link signs in no browser but the one that has requested it (K6c)', async () => {
    const { waiting, link } = await askFor()
    expect(await post('/use', { link, secret: newSecret() })).toMatchObject({ statusCode: 410 })
    const { code } = await post('/code', { link })
    expect(await post('/enter', { ...waiting, secret: newSecret(), code })).toMatchObject({
      status: 'expired',
    })
    expect(await post('/enter', { ...waiting, email: 'x@acme.example', code })).toMatchObject({
      status: 'expired',
    })
    expect(fixture.platform.oobCodes.size).toBe(0)
  })

  it('the code of one mailbox signs in to no other account, whatever requests have its id (K6c)', async () => {
    const own = 'mallory@acme.example'
    fixture.platform.addAccount({ uid: 'u-2', tenantId: tid, email: own, emailVerified: true })
    const { waiting, link } = await askFor(own)
    const { code } = await post('/code', { link })
    const ask = async () => {
      const { id, ...body } = { ...waiting, email, language: 'en' }
      await fixture.post('/email-link', body, { key: id })
      await fixture.sendMail()
    }
    await ask()
    expect(await post('/enter', { ...waiting, email, code })).toMatchObject({ status: 'expired' })
    // Refusing the own link ends the own wait, and no other.
    expect(await post('/refuse', { link })).toMatchObject({ status: 'refused' })
    await ask()
    expect(await post('/enter', { ...waiting, email, code })).toMatchObject({ status: 'expired' })
    expect(await post('/enter', { ...waiting, code })).toMatchObject({ status: 'expired' })
    expect(fixture.platform.oobCodes.size).toBe(0)
    expect(fixture.mailServer.mails.flatMap(({ to }) => to).join()).not.toContain(email)
  })

  it('the code of an email about a company is of no use for an email link with the same id', async () => {
    const { waiting, link } = await askFor()
    const { code } = await post('/code', { link })
    const asCompany = { id: waiting.id, email, secret: waiting.secret, code }
    const { statusCode } = await fixture.post('/company/code', asCompany, { key: randomUUID() })
    expect(statusCode).not.toBe(500)
    expect(await post('/enter', { ...waiting, tid: null, code })).not.toMatchObject({
      status: 'done',
    })
    expect(fixture.platform.oobCodes.size).toBe(0)
  })

  it('a code can be tried three times, and then the link is of no use either', async () => {
    const { waiting, link } = await askFor()
    const { code } = await post('/code', { link })
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    // The third answer says so, and the page does not return to a code that is of no use.
    for (const status of ['wrong', 'wrong', 'expired'])
      expect(await post('/enter', { ...waiting, code: wrong })).toMatchObject({ status })
    expect(await post('/enter', { ...waiting, code })).toMatchObject({ status: 'expired' })
    expect(await post('/code', { link })).toMatchObject({ statusCode: 410 })
    expect(await post('/use', { link, secret: waiting.secret })).toMatchObject({ statusCode: 410 })
  })

  it('the right code can be entered again, however often Identity Platform has failed', async () => {
    const { waiting, link } = await askFor()
    const { code } = await post('/code', { link })
    fixture.platform.failure = 'unavailable'
    for (const _try of [1, 2, 3, 4])
      expect(await post('/enter', { ...waiting, code })).toMatchObject({ statusCode: 503 })
    fixture.platform.failure = null
    expect(await post('/enter', { ...waiting, code })).toMatchObject({ status: 'done' })
  })

  it('opening a link, as mail scanners do, changes nothing', async () => {
    const { waiting, link } = await askFor()
    for (const url of [`/email-link/use?link=${link}`, `/?sign-in-link=${link}`, '/'])
      await fixture.app.inject({ url })
    expect(await post('/use', { link, secret: waiting.secret })).toMatchObject({ status: 'done' })
  })

  it('the owner of the mailbox can refuse a request, and its code is then of no use (K6d)', async () => {
    const { waiting, link } = await askFor()
    const { code } = await post('/code', { link })
    expect(await post('/refuse', { link })).toMatchObject({ status: 'refused' })
    expect(await post('/enter', { ...waiting, code })).toMatchObject({ status: 'expired' })
    expect(await post('/code', { link })).toMatchObject({ statusCode: 410 })
  })

  it('the link says when, from which browser and from which network it was requested (K6d)', async () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
    const { link } = await askFor(email, { 'user-agent': userAgent })
    const { origin } = decodeJwt<{ origin: { at: number } }>(link)
    expect(origin).toMatchObject({ browser: 'Firefox, Linux', network: '127.0.0.1' })
    expect(Math.abs(origin.at - Date.now() / 1000)).toBeLessThan(60)
  })

  it('a link is valid for fifteen minutes after it was sent', async () => {
    const { waiting, link } = await askFor()
    await sql`update email_codes set expires_at = expires_at - interval '14 minutes'`.execute(
      database(),
    )
    expect(await post('/code', { link })).toMatchObject({ statusCode: 200 })
    await sql`update email_codes set expires_at = expires_at - interval '1 minute'`.execute(
      database(),
    )
    expect(await post('/use', { link, secret: waiting.secret })).toMatchObject({ statusCode: 410 })
  })

  it('a link that is forged, or signed with the key of another purpose, is refused', async () => {
    const { waiting, link } = await askFor()
    const origin = { at: 0, browser: '', network: '' }
    const other = await signEmailLink(
      { id: waiting.id, tenantId: tid, email, origin },
      fixture.keys.signInLink,
    )
    for (const forged of [`${link.slice(0, -4)}AAAA`, 'x', other]) {
      expect(await post('/code', { link: forged })).toMatchObject({ statusCode: 410 })
    }
  })

  it('a link is not used up if Identity Platform fails', async () => {
    const { waiting, link } = await askFor()
    const use = { link, secret: waiting.secret }
    fixture.platform.failure = 'unavailable'
    expect(await post('/use', use)).toMatchObject({ statusCode: 503 })
    fixture.platform.failure = null
    expect(await post('/use', use)).toMatchObject({ status: 'done' })
  })

  describe('email addresses', () => {
    it('a known and an unknown email address get the same response, and one email each (K5b)', async () => {
      fixture.platform.requests.length = 0
      const ask = (address: string) =>
        fixture.post('/email-link', { email: address, secret: newSecret(), tid, language: 'en' })
      const [known, unknown] = [await ask(email), await ask('bora@acme.example')]
      expect([known.statusCode, known.body]).toEqual([202, '{"status":"mail-sent"}'])
      expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
      expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
      expect(fixture.platform.requests).toEqual([])
      while (await fixture.sendMail());
      expect(fixture.mailServer.mails.map(({ to }) => to)).toEqual([email, 'bora@acme.example'])
      expect(linkIn(fixture.mailServer.mails[1])).toBe('')
    })

    it('a new user gets a link only where anyone may register', async () => {
      fixture.settings.config.tenants = { [tid]: { name: 'Acme' } }
      expect((await askFor('bora@acme.example')).link).toBe('')
      fixture.settings.config.selfRegistration = true
      const { waiting, link } = await askFor('bora@acme.example')
      const done = await post('/use', { link, secret: waiting.secret })
      expect(emailOf(done.oobCode)).toBe('bora@acme.example')
    })

    it.each<[string, Partial<ServedAccount>, string]>([
      ['is disabled', { disabled: true }, 'no active account'],
      ['has an unverified email address', { emailVerified: false }, 'no active account'],
      [
        'signs in with Google',
        { providers: [{ id: 'google.com', subject: '1' }] },
        'press “Continue with Google”',
      ],
    ])(
      'an account that %s gets no link, and the email says what to do',
      async (_what, change, words) => {
        Object.assign(account, change)
        const { mail, link } = await askFor()
        expect(link).toBe('')
        expect(mail?.text).toContain(words)
      },
    )

    it('an account with a second factor gets a link, because Identity Platform asks for the factor', async () => {
      account.hasSecondFactor = true
      expect((await askFor()).link).not.toBe('')
    })

    it.each<[string, Partial<ServedAccount>, string]>([
      ['the account was disabled', { disabled: true }, 'user-disabled'],
      ['the email address is no longer verified', { emailVerified: false }, 'sign-in-link-expired'],
      [
        'a provider was linked',
        { providers: [{ id: 'google.com', subject: '1' }] },
        'sign-in-link-expired',
      ],
    ])('a link is refused if %s since it was sent', async (_since, change, code) => {
      const { waiting, link } = await askFor()
      Object.assign(account, change)
      expect(await post('/use', { link, secret: waiting.secret })).toMatchObject({ code })
    })
  })

  it('a tenant that does not offer the method sends no link', async () => {
    const beta = { name: 'Beta', methods: ['google.com' as const] }
    fixture.settings.config.tenants = { [tid]: { name: 'Acme' }, 'Beta-k9j8h': beta }
    const body = { email, secret: newSecret(), tid: 'Beta-k9j8h', language: 'en' }
    expect((await fixture.post('/email-link', body)).json()).toMatchObject({
      code: 'permission-denied',
    })
    expect(await fixture.sendMail()).toBe(false)
  })

  it('at most five links per hour are sent to one mailbox', async () => {
    for (const _time of [1, 2, 3, 4, 5]) await askFor()
    const body = { email: 'AYSE+6@acme.example', secret: newSecret(), tid, language: 'en' }
    expect((await fixture.post('/email-link', body)).statusCode).toBe(429)
  })

  it('requests and uses leave entries without the email address in the audit trail, and neither is in the log', async () => {
    const { waiting, link } = await askFor()
    const { code } = await post('/code', { link })
    await post('/enter', { ...waiting, code })
    const { records } = await readAudit(database(), { since: null, uid: null })
    expect(records.slice(-3).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'email-link-mail asked',
      'email-link code-shown',
      'email-link done',
    ])
    expect(JSON.stringify(records)).not.toMatch(/ayse|acme\.example/i)
    expect(fixture.lines.join('')).not.toMatch(/ayse@|eyJ/)
  })

  it.each([{ email: 'x' }, { secret: 'short' }, { language: 'de' }, { more: 1 }])(
    'a request with %j is refused',
    async (change) => {
      const body = { email, secret: newSecret(), tid, language: 'en', ...change }
      expect((await fixture.post('/email-link', body)).statusCode).toBe(400)
    },
  )
})
