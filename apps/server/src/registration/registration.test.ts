import { randomUUID } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAudit } from '../audit/audit-trail.ts'
import type { ServedTenants } from '@foyer/contract/served-tenants'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import type { ServedAccount } from '@foyer/test-services/identity-platform-server'
import {
  ayse,
  createRegistrationFixture,
  partnerKey,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { signConfirmation } from './confirmation.ts'
import { finishRegistration } from './create-account.ts'
import { deleteOld } from '../retention/delete-old.ts'
import { takeUnfinishedRegistration } from './unfinished.ts'

const request = { ...ayse, language: 'tr' as const }

describeWithEachStore('registration', (database) => {
  let fixture: RegistrationFixture
  beforeAll(async () => {
    fixture = await createRegistrationFixture(database())
  })
  afterAll(() => fixture.close())
  beforeEach(() => fixture.reset())

  const rows = () => database().selectFrom('accounts').selectAll().execute()
  const mails = () => database().selectFrom('outbox').selectAll().execute()
  const register = (
    body: Record<string, unknown>,
    options?: Parameters<RegistrationFixture['post']>[2],
  ) => fixture.post('/registration', { ...request, ...body }, options)
  const confirm = (confirmation: string, key = randomUUID() as string) =>
    fixture.post('/registration/confirmation', { confirmation }, { key })
  const linkOf = (text: string) => /#confirmation=(\S+)/.exec(text)?.[1] ?? ''

  describe('registration with an invitation', () => {
    it('a registration with an invitation creates one account in the tenant, one row and one email, and signs in (B6)', async () => {
      const answer = await register({ invitation: await fixture.invite() })
      expect(answer.statusCode).toBe(201)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.json()).toEqual({ status: 'created', customToken: expect.any(String) })

      expect(fixture.platform.accounts).toEqual([
        expect.objectContaining({
          tenantId: 'Acme-x1y2z',
          email: 'ayse@acme.example',
          emailVerified: true,
          displayName: 'Ayşe Yılmaz',
          claims: { firstLogin: true },
        }),
      ])
      expect(await rows()).toEqual([
        expect.objectContaining({
          tenant_id: 'Acme-x1y2z',
          uid: fixture.platform.accounts[0]?.uid,
          first_name: 'Ayşe',
          last_name: 'Yılmaz',
          company: 'Öz & Oğulları A.Ş.',
          welcomed_at: null,
        }),
      ])
      expect(await mails()).toHaveLength(1)
    })

    it('a registration with an invitation of a partner system creates an account and signs in', async () => {
      const invitation = await new SignJWT({ company: ayse.company, email: 'AYSE@acme.example' })
        .setProtectedHeader({ alg: 'HS256', kid: 'partner-a' })
        .setJti('order-1')
        .setExpirationTime('1h')
        .sign(partnerKey)
      expect((await register({ invitation })).statusCode).toBe(201)
      expect(fixture.platform.accounts).toEqual([expect.objectContaining({ tenantId: null })])
    })

    it('a registration keeps the names and the company as they were typed (TR-03, FM-09e)', async () => {
      const company = '<b>X</b> Ltd'
      const names = { firstName: 'Zoe\u0308', lastName: 'D’Arcy IĞDIR' }
      await register({ invitation: await fixture.invite({ company }), company, ...names })
      expect(await rows()).toEqual([
        expect.objectContaining({
          first_name: 'Zoë',
          last_name: 'D’Arcy IĞDIR',
          company,
        }),
      ])
    })

    it('an invitation can be used once', async () => {
      const invitation = await fixture.invite()
      await register({ invitation })
      const again = await register({ invitation })
      expect(again.statusCode).toBe(409)
      expect(again.json()).toMatchObject({ code: 'already-registered' })
      expect(fixture.platform.accounts).toHaveLength(1)
    })

    it('a registration continues when the page was reloaded after an outage', async () => {
      const invitation = await fixture.invite()
      fixture.platform.failure = 'unavailable'
      const cutOff = await register({ invitation })
      expect(cutOff.statusCode).toBe(503)
      expect(cutOff.headers['retry-after']).toBe('5')

      fixture.platform.failure = null
      const anew = await register({ invitation, lastName: 'Yılmaz Öz' })
      expect(anew.statusCode).toBe(201)
      expect(fixture.platform.accounts).toHaveLength(1)
      expect(await rows()).toEqual([expect.objectContaining({ last_name: 'Yılmaz Öz' })])
    })

    it('a registration is finished by a worker if its user does not return', async () => {
      fixture.platform.failure = 'unavailable'
      await register({ invitation: await fixture.invite() })
      fixture.platform.failure = null
      expect(await takeUnfinishedRegistration(database())).toBeNull()

      await fixture.letTimePass()
      const left = await takeUnfinishedRegistration(database())
      expect(left?.attempts).toBe(1)
      if (left === null) return
      const { keys, identity } = fixture
      const deps = { database: database(), identity, keys, sendsMail: true, onFinished: () => {} }
      expect(await finishRegistration(left, deps)).toMatchObject({ state: 'created' })
      expect(await rows()).toHaveLength(1)
      expect(await mails()).toHaveLength(1)
      expect(await takeUnfinishedRegistration(database())).toBeNull()
    })

    it('a registration with an email address that Identity Platform does not accept is refused', async () => {
      fixture.platform.failure = 'address-refused'
      const answer = await register({ invitation: await fixture.invite() })
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ code: 'already-registered' })
      await fixture.letTimePass()
      expect(await takeUnfinishedRegistration(database())).toBeNull()
      expect(await mails()).toEqual([])
    })

    it('a registration with an email address that has an account says so and does not change the account', async () => {
      const known = fixture.platform.addAccount({
        uid: 'u-1',
        tenantId: 'Acme-x1y2z',
        email: ayse.email,
        claims: { role: 'admin' },
      })
      const answer = await register({ invitation: await fixture.invite() })
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ code: 'already-registered' })
      expect(fixture.platform.accounts).toEqual([known])
      expect(known.claims).toEqual({ role: 'admin' })
      expect(await rows()).toEqual([])
      expect(await mails()).toEqual([])
    })

    it.each<[string, () => Promise<string>, number, string]>([
      [
        'that has expired',
        () => fixture.invite({ expiresAt: new Date(Date.now() - 60_000) }),
        410,
        'registration-link-expired',
      ],
      [
        'for another email address',
        () => fixture.invite({ email: 'bora@acme.example' }),
        403,
        'registration-refused',
      ],
      [
        'for another company',
        () => fixture.invite({ company: 'Globex' }),
        403,
        'registration-refused',
      ],
      ['that is no token', async () => 'x.y', 403, 'registration-refused'],
      ['that is unsigned', unsigned, 403, 'registration-refused'],
      ['signed by a stranger', () => signed({ kid: 'foyer' }), 403, 'registration-refused'],
      ['of an unknown issuer', () => signed({ kid: 'nobody' }), 403, 'registration-refused'],
      [
        'with an inherited property name as the issuer',
        () => signed({ kid: '__proto__' }),
        403,
        'registration-refused',
      ],
      ['without an issuer', () => signed({}), 403, 'registration-refused'],
      [
        'with another algorithm',
        () => signed({ kid: 'partner-a', alg: 'HS512' }),
        403,
        'registration-refused',
      ],
      [
        'with the URL of a key',
        () => signed({ kid: 'partner-a', jku: 'https://evil.test' }),
        403,
        'registration-refused',
      ],
      ['without an expiry', () => signed({ kid: 'partner-a' }, false), 403, 'registration-refused'],
    ])('an invitation %s is refused', async (_name, token, status, code) => {
      const answer = await register({ invitation: await token() })
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toMatchObject({ code, requestId: answer.headers['x-request-id'] })
      expect(fixture.platform.accounts).toEqual([])
    })
  })

  describe('registration without an invitation', () => {
    it('a registration without an invitation sends an email, whose link creates the account once', async () => {
      const answer = await register({ language: 'en' })
      expect(answer.statusCode).toBe(202)
      expect(answer.json()).toEqual({ status: 'mail-sent' })
      expect(fixture.platform.accounts).toEqual([])

      await fixture.sendMail()
      const [mail] = fixture.mailServer.mails
      expect(mail?.to).toBe('ayse@acme.example')
      const token = linkOf(mail?.text ?? '')
      const key = randomUUID()
      const confirmed = await confirm(token, key)
      expect(confirmed.statusCode).toBe(201)
      expect(confirmed.json()).toEqual({ status: 'created', customToken: expect.any(String) })
      expect(fixture.platform.accounts).toEqual([
        expect.objectContaining({
          tenantId: null,
          emailVerified: true,
          claims: { firstLogin: true },
        }),
      ])

      expect((await confirm(token, key)).statusCode).toBe(201)
      const another = await confirm(token)
      expect(another.statusCode).toBe(409)
      expect(another.json()).toMatchObject({ code: 'already-registered' })
      expect(fixture.platform.accounts).toHaveLength(1)
    })

    it('a registration gets the same response for a known and an unknown email address, and only the email differs (K5b)', async () => {
      fixture.platform.addAccount({ uid: 'u-1', email: ayse.email })
      const known = await register({})
      const unknown = await register({ email: 'bora@acme.example' })
      expect(known.statusCode).toBe(unknown.statusCode)
      expect(known.json()).toEqual(unknown.json())
      const namesOf = ({ headers }: typeof known) => Object.keys(headers)
      expect(namesOf(known)).toEqual(namesOf(unknown))

      await fixture.sendMail()
      await fixture.sendMail()
      const [toKnown, toUnknown] = fixture.mailServer.mails
      expect(toKnown?.subject).toBe('Zaten bir Örnek & Co hesabınız var')
      expect(toKnown?.text).toContain('https://app.corp.example/')
      expect(toKnown?.text).not.toContain('#confirmation=')
      expect(toUnknown?.text).toContain('https://login.example.com/registration#confirmation=')
    })

    it('only the person who gets the email is signed in, not the one who submitted the form', async () => {
      const key = randomUUID()
      await register({}, { key })
      await fixture.sendMail()
      await confirm(linkOf(fixture.mailServer.mails[0]?.text ?? ''))
      const repeated = await register({}, { key })
      expect(repeated.statusCode).toBe(202)
      expect(repeated.json()).toEqual({ status: 'mail-sent' })
    })

    it('a registration without an invitation creates the account in the only tenant', async () => {
      const single = fixture.createServer(true, { 'Acme-x1y2z': { name: 'Acme' } })
      expect((await fixture.post('/registration', request, { to: single })).statusCode).toBe(202)
      await fixture.sendMail()
      await confirm(linkOf(fixture.mailServer.mails[0]?.text ?? ''))
      expect(fixture.platform.accounts).toEqual([
        expect.objectContaining({ tenantId: 'Acme-x1y2z', email: ayse.email }),
      ])
      await single.close()
    })

    it('a registration without an invitation is refused if self-registration is off', async () => {
      const closed = fixture.createServer(false)
      const answer = await fixture.post('/registration', request, { to: closed })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ code: 'registration-refused' })
      await closed.close()
    })

    it('a registration without an invitation is refused if it could belong to several tenants', async () => {
      const tenants = { 'Acme-x1y2z': { name: 'Acme' }, 'Beta-k9j8h': { name: 'Beta' } }
      const several = fixture.createServer(true, tenants)
      const answer = await fixture.post('/registration', request, { to: several })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ code: 'registration-refused' })
      expect(await mails()).toEqual([])
      await several.close()
    })

    it('at most five registration emails per hour are sent to one email address, no matter who requests them', async () => {
      for (const _time of [1, 2, 3, 4, 5]) expect((await register({})).statusCode).toBe(202)
      const answer = await register({ email: 'AYSE+6@acme.example' })
      expect(answer.statusCode).toBe(429)
      expect(answer.json()).toMatchObject({ code: 'resource-exhausted' })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
      expect((await register({ email: 'bora@acme.example' })).statusCode).toBe(202)
    })

    it.each<[string, (token: string) => string, number, string]>([
      ['that is forged', (token) => `${token.slice(0, -4)}AAAA`, 403, 'registration-refused'],
      ['that is no token', () => 'x', 403, 'registration-refused'],
    ])('a confirmation link %s is refused', async (_name, forge, status, code) => {
      await register({})
      await fixture.sendMail()
      const answer = await confirm(forge(linkOf(fixture.mailServer.mails[0]?.text ?? '')))
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toMatchObject({ code })
    })

    it('a confirmation link is valid for a day', async () => {
      await register({})
      const { id } = await database()
        .selectFrom('registrations')
        .select('id')
        .executeTakeFirstOrThrow()
      const old = new Date(Date.now() - 25 * 3_600_000)
      const late = await confirm(await signConfirmation(id, old, fixture.keys.confirmation))
      expect(late.statusCode).toBe(410)
      expect(late.json()).toMatchObject({ code: 'registration-link-expired' })
    })

    /** Simulates that the mail server was unavailable for this time. */
    const holdUp = (hours: number) =>
      sql`update registrations set created_at = now() - ${hours} * interval '1 hour'`.execute(
        database(),
      )

    it('a confirmation link that was sent late is valid for a day after it was sent', async () => {
      await register({})
      await holdUp(23)
      await fixture.sendMail()
      const token = linkOf(fixture.mailServer.mails[0]?.text ?? '')
      const hoursLeft = ((decodeJwt(token).exp ?? 0) * 1000 - Date.now()) / 3_600_000
      expect(Math.round(hoursLeft)).toBe(24)
      await deleteOld(database(), { onFailure: (error) => expect.unreachable(String(error)) })
      expect((await confirm(token)).statusCode).toBe(201)
    })

    it('a registration email that was delayed for more than a day is not sent', async () => {
      await register({})
      await holdUp(24 + 10 / 60)
      await fixture.sendMail()
      expect(fixture.mailServer.mails).toEqual([])
      expect(fixture.mailOutcomes).toEqual(['dropped'])
      expect(await mails()).toEqual([expect.objectContaining({ state: 'dropped', content: null })])
    })

    it.each<[string, boolean, ServedTenants]>([
      ['self-registration was turned off', false, undefined],
      ['its tenant is no longer served', true, { 'Beta-k9j8h': { name: 'Beta' } }],
    ])('a confirmation link creates no account after %s', async (_since, isOpen, tenants) => {
      await register({})
      await fixture.sendMail()
      const changed = fixture.createServer(isOpen, tenants)
      const answer = await fixture.post(
        '/registration/confirmation',
        { confirmation: linkOf(fixture.mailServer.mails[0]?.text ?? '') },
        { to: changed },
      )
      expect(answer.statusCode).toBe(403)
      expect(fixture.platform.accounts).toEqual([])
      await changed.close()
    })

    it('an invitation is not accepted as a confirmation', async () => {
      const answer = await confirm(await fixture.invite())
      expect(answer.json()).toMatchObject({ code: 'registration-refused' })
    })
  })

  describe('idempotency keys of a registration', () => {
    it('a registration that is sent several times with one key is one registration', async () => {
      const options = { key: randomUUID() }
      const invitation = await fixture.invite()
      const answers = await Promise.all([1, 2, 3].map(() => register({ invitation }, options)))
      expect(answers.map(({ statusCode }) => statusCode)).toContain(201)
      for (const { statusCode } of answers) expect([201, 409]).toContain(statusCode)

      const later = await register({ invitation }, options)
      expect(later.statusCode).toBe(201)
      expect(fixture.platform.accounts).toHaveLength(1)
      expect(await rows()).toHaveLength(1)
      expect(await mails()).toHaveLength(1)
    })

    /** Submits with a key of its own, and repeats it while another request works, as the page does. */
    async function submitOnce(submit: (key: string) => ReturnType<typeof register>) {
      const key = randomUUID()
      let answer = await submit(key)
      while (answer.json<{ code?: string }>().code === 'aborted') answer = await submit(key)
      return answer
    }

    const results = (answers: Awaited<ReturnType<typeof register>>[]) =>
      answers
        .map((answer) => answer.json<{ code?: string; status?: string }>())
        .map(({ code, status = '' }) => code ?? status)

    it.each(['invitation', 'confirmation link'])(
      'one %s signs in one browser, even if three use it at the same moment',
      async (kind) => {
        const submit = await submissionOf(kind)
        const answers = await Promise.all([1, 2, 3].map(() => submitOnce(submit)))
        const expected = ['already-registered', 'already-registered', 'created']
        expect(results(answers).toSorted()).toEqual(expected)
        expect(fixture.platform.accounts).toHaveLength(1)
      },
    )

    it.each(['invitation', 'confirmation link'])(
      'one %s signs in the browser that used it last, if the first one was interrupted',
      async (kind) => {
        const submit = await submissionOf(kind)
        const key = randomUUID()
        fixture.platform.failure = 'unavailable'
        expect((await submit(key)).statusCode).toBe(503)
        fixture.platform.failure = null
        const answers = [await submit(randomUUID()), await submit(key)]
        expect(results(answers)).toEqual(['created', 'already-registered'])
      },
    )

    async function submissionOf(kind: string) {
      if (kind === 'invitation') {
        const invitation = await fixture.invite()
        return (key: string) => register({ invitation }, { key })
      }
      await register({})
      await fixture.sendMail()
      const link = linkOf(fixture.mailServer.mails[0]?.text ?? '')
      return (key: string) => confirm(link, key)
    }

    it('a key that is reused with another body is refused', async () => {
      const options = { key: randomUUID() }
      const invitation = await fixture.invite()
      await register({ invitation }, options)
      const answer = await register({ invitation, firstName: 'Fatma' }, options)
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ code: 'idempotency-key-reused' })
    })

    it('a repeated registration gets a custom token for ten minutes, and is later refused as already registered', async () => {
      const options = { key: randomUUID() }
      const invitation = await fixture.invite()
      await register({ invitation }, options)
      await database()
        .updateTable('registrations')
        .set({ finished_at: new Date(Date.now() - 11 * 60_000) })
        .execute()
      expect((await register({ invitation }, options)).statusCode).toBe(409)
    })

    it.each<[string, Partial<ServedAccount>]>([
      ['was disabled', { disabled: true }],
      ['has had its email address changed', { email: 'other@acme.example' }],
      ['has had its email address marked as unverified', { emailVerified: false }],
      ['was given a second factor', { hasSecondFactor: true }],
    ])(
      'a repeated registration does not sign in to an account that %s since it was created',
      async (_what, change) => {
        const options = { key: randomUUID() }
        const invitation = await fixture.invite()
        await register({ invitation }, options)
        Object.assign(fixture.platform.accounts[0] ?? {}, change)
        const answer = await register({ invitation }, options)
        expect(answer.statusCode).toBe(409)
        expect(answer.json()).toMatchObject({ code: 'already-registered' })
      },
    )

    it.each<[string, () => unknown]>([
      ['account', () => (fixture.platform.accounts.length = 0)],
      ['row', () => database().deleteFrom('accounts').execute()],
    ])('a repeated registration is refused after its %s was deleted', async (_what, remove) => {
      const options = { key: randomUUID() }
      const invitation = await fixture.invite()
      await register({ invitation }, options)
      await remove()
      const answer = await register({ invitation }, options)
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ code: 'already-registered' })
    })

    it('each key is stored with what it was used for, and each email with its kind', async () => {
      await register({ invitation: await fixture.invite() })
      await register({ email: 'bora@acme.example' })
      const kinds = (await mails()).map(({ kind }) => kind)
      expect(kinds.toSorted()).toEqual(['account-created', 'registration-asked'])
      while (await fixture.sendMail());
      const texts = fixture.mailServer.mails.map(({ text }) => linkOf(text))
      await confirm(texts.find((link) => link !== '') ?? '')
      const keys = await database().selectFrom('idempotency_keys').select('purpose').execute()
      const purposes = keys.map(({ purpose }) => purpose)
      expect(purposes.toSorted()).toEqual(['confirmation', 'invitation', 'mail'])
    })

    it('a repeated registration is refused while another request works on it', async () => {
      const options = { key: randomUUID() }
      const invitation = await fixture.invite()
      fixture.platform.failure = 'unavailable'
      await register({ invitation }, options)
      fixture.platform.failure = null
      const { id } = await database()
        .selectFrom('registrations')
        .select('id')
        .executeTakeFirstOrThrow()
      await database()
        .insertInto('turns')
        .values({
          key: `registration:${id}`,
          holder: randomUUID(),
          expires_at: new Date(Date.now() + 60_000),
        })
        .execute()
      const answer = await register({ invitation }, options)
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ code: 'aborted' })
    })

    it.each(['', 'key', `${randomUUID()}x`])(
      'a key that is no UUID is refused: %s',
      async (key) => {
        const answer = await register({}, { key })
        expect(answer.statusCode).toBe(400)
      },
    )
  })

  describe('data that a registration leaves', () => {
    it('the audit trail of a registration contains no personal data', async () => {
      const answer = await register({ invitation: await fixture.invite() })
      const { records: trail } = await readAudit(database(), {
        since: null,
        uid: fixture.platform.accounts[0]?.uid ?? '',
      })
      expect(trail).toEqual([
        expect.objectContaining({
          action: 'registration',
          outcome: 'done',
          tenantId: 'Acme-x1y2z',
          subject: expect.stringMatching(/^[0-9a-f]{32}$/),
          requestId: answer.headers['x-request-id'],
        }),
      ])
      expect(JSON.stringify(trail)).not.toMatch(/ayse|acme\.example|Yılmaz/i)
    })

    it('each registration without an invitation has an entry in the audit trail', async () => {
      const single = fixture.createServer(true, { 'Acme-x1y2z': { name: 'Acme' } })
      const answers = [
        await register({}),
        await fixture.post('/registration', request, { to: single }),
        await register({ email: 'bora@acme.example' }),
      ]
      await single.close()
      const requestIds = answers.map(({ headers }) => headers['x-request-id'])
      const { records: trail } = await readAudit(database(), { since: null, uid: null })
      const records = trail.filter(({ requestId }) => requestIds.includes(requestId ?? ''))
      const record = { action: 'registration-mail', outcome: 'asked', uid: null }
      const subject = expect.stringMatching(/^[0-9a-f]{32}$/) as string
      expect(records).toEqual([
        { ...record, at: records[0]?.at, tenantId: null, subject, requestId: requestIds[0] },
        {
          ...record,
          at: records[1]?.at,
          tenantId: 'Acme-x1y2z',
          subject,
          requestId: requestIds[1],
        },
        { ...record, at: records[2]?.at, tenantId: null, subject, requestId: requestIds[2] },
      ])
      const [first, second, third] = records
      expect(second?.subject).toBe(first?.subject)
      expect(third?.subject).not.toBe(first?.subject)
    })

    it('a registration leaves no personal data outside the account and none in the log', async () => {
      const invitation = await fixture.invite()
      await register({ invitation })
      await fixture.sendMail()
      const left = await Promise.all([
        database().selectFrom('registrations').selectAll().execute(),
        database().selectFrom('idempotency_keys').selectAll().execute(),
        mails(),
      ])
      expect(JSON.stringify(left)).not.toMatch(/ayse|Ayşe|Yılmaz|Oğulları/i)
      expect(JSON.stringify(left)).not.toContain(invitation)
      expect(fixture.lines.join('')).not.toMatch(/ayse@|Yılmaz|Oğulları/i)
      // The first letters of a token. A reference may have EYJ in it.
      expect(fixture.lines.join('')).not.toContain('eyJ')
    })
  })
})

async function signed(
  header: { alg?: string; [name: string]: unknown },
  isEnding = true,
): Promise<string> {
  // The partner's invitations are valid. The others are signed with a key that is not trusted.
  const key = header['kid'] === 'partner-a' ? partnerKey : Buffer.alloc(64, 9)
  const token = new SignJWT({ company: ayse.company, email: ayse.email })
    .setProtectedHeader({ alg: 'HS256', ...header })
    .setJti(randomUUID())
  return (isEnding ? token.setExpirationTime('1h') : token).sign(key)
}

async function unsigned(): Promise<string> {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 3_600
  const payload = { company: ayse.company, email: ayse.email, jti: 'x', exp }
  return `${encode({ alg: 'none', kid: 'foyer' })}.${encode(payload)}.`
}
