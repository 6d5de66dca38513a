import { randomUUID } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAudit } from '../audit/audit-trail.ts'
import type { ServedTenants } from '@foyer/contract/served-tenants'
import { describeEachStore } from '../testing/each-store.ts'
import type { ServedAccount } from '@foyer/test-services/identity-platform-server'
import {
  ayse,
  createRegistrationWorld,
  partnerKey,
  type RegistrationWorld,
} from '../testing/registration-world.ts'
import { signConfirmation } from './confirmation.ts'
import { finishRegistration } from './create-account.ts'
import { forgetOld, takeUnfinished } from './left-undone.ts'

const request = { ...ayse, language: 'tr' as const }

describeEachStore('registration', (database) => {
  let world: RegistrationWorld
  beforeAll(async () => {
    world = await createRegistrationWorld(database())
  })
  afterAll(() => world.close())
  beforeEach(() => world.reset())

  const rows = () => database().selectFrom('accounts').selectAll().execute()
  const mails = () => database().selectFrom('outbox').selectAll().execute()
  const register = (
    body: Record<string, unknown>,
    options?: Parameters<RegistrationWorld['post']>[2],
  ) => world.post('/registration', { ...request, ...body }, options)
  const confirm = (confirmation: string, key = randomUUID() as string) =>
    world.post('/registration/confirmation', { confirmation }, { key })
  const linkOf = (text: string) => /#confirmation=(\S+)/.exec(text)?.[1] ?? ''

  describe('with an invitation', () => {
    it('makes one account in the tenant, one row and one mail, and signs in (B6)', async () => {
      const answer = await register({ invitation: await world.invite() })
      expect(answer.statusCode).toBe(201)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.json()).toEqual({ status: 'created', customToken: expect.any(String) })

      expect(world.platform.accounts).toEqual([
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
          uid: world.platform.accounts[0]?.uid,
          first_name: 'Ayşe',
          last_name: 'Yılmaz',
          company: 'Öz & Oğulları A.Ş.',
          welcomed_at: null,
        }),
      ])
      expect(await mails()).toHaveLength(1)
    })

    it('of a partner system does the same', async () => {
      const invitation = await new SignJWT({ company: ayse.company, email: 'AYSE@acme.example' })
        .setProtectedHeader({ alg: 'HS256', kid: 'partner-a' })
        .setJti('order-1')
        .setExpirationTime('1h')
        .sign(partnerKey)
      expect((await register({ invitation })).statusCode).toBe(201)
      expect(world.platform.accounts).toEqual([expect.objectContaining({ tenantId: null })])
    })

    it('keeps names and the company as they were typed (TR-03, FM-09e)', async () => {
      const company = '<b>X</b> Ltd'
      const names = { firstName: 'Zoe\u0308', lastName: 'D’Arcy IĞDIR' }
      await register({ invitation: await world.invite({ company }), company, ...names })
      expect(await rows()).toEqual([
        expect.objectContaining({
          first_name: 'Zoë',
          last_name: 'D’Arcy IĞDIR',
          company,
        }),
      ])
    })

    it('is good once', async () => {
      const invitation = await world.invite()
      await register({ invitation })
      const again = await register({ invitation })
      expect(again.statusCode).toBe(409)
      expect(again.json()).toMatchObject({ code: 'already-registered' })
      expect(world.platform.accounts).toHaveLength(1)
    })

    it('is taken up again by a page that was loaded anew after an outage', async () => {
      const invitation = await world.invite()
      world.platform.failure = 'unavailable'
      const cutOff = await register({ invitation })
      expect(cutOff.statusCode).toBe(503)
      expect(cutOff.headers['retry-after']).toBe('5')

      world.platform.failure = null
      const anew = await register({ invitation, lastName: 'Yılmaz Öz' })
      expect(anew.statusCode).toBe(201)
      expect(world.platform.accounts).toHaveLength(1)
      expect(await rows()).toEqual([expect.objectContaining({ last_name: 'Yılmaz Öz' })])
    })

    it('is finished without its user', async () => {
      world.platform.failure = 'unavailable'
      await register({ invitation: await world.invite() })
      world.platform.failure = null
      expect(await takeUnfinished(database())).toBeNull()

      await world.letTimePass()
      const left = await takeUnfinished(database())
      expect(left?.attempts).toBe(1)
      if (left === null) return
      const { keys, identity } = world
      const ports = { database: database(), identity, keys, sendsMail: true, onFinished: () => {} }
      expect(await finishRegistration(left, ports)).toMatchObject({ state: 'created' })
      expect(await rows()).toHaveLength(1)
      expect(await mails()).toHaveLength(1)
      expect(await takeUnfinished(database())).toBeNull()
    })

    it('for an address that Identity Platform does not take comes to an end', async () => {
      world.platform.failure = 'address-refused'
      const answer = await register({ invitation: await world.invite() })
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ code: 'already-registered' })
      await world.letTimePass()
      expect(await takeUnfinished(database())).toBeNull()
      expect(await mails()).toEqual([])
    })

    it('for an address that has an account says so, and leaves that account alone', async () => {
      const known = world.platform.addAccount({
        uid: 'u-1',
        tenantId: 'Acme-x1y2z',
        email: ayse.email,
        claims: { role: 'admin' },
      })
      const answer = await register({ invitation: await world.invite() })
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ code: 'already-registered' })
      expect(world.platform.accounts).toEqual([known])
      expect(known.claims).toEqual({ role: 'admin' })
      expect(await rows()).toEqual([])
      expect(await mails()).toEqual([])
    })

    it.each<[string, () => Promise<string>, number, string]>([
      [
        'past its time',
        () => world.invite({ expiresAt: new Date(Date.now() - 60_000) }),
        410,
        'registration-link-expired',
      ],
      [
        'for another address',
        () => world.invite({ email: 'bora@acme.example' }),
        403,
        'registration-refused',
      ],
      [
        'for another company',
        () => world.invite({ company: 'Globex' }),
        403,
        'registration-refused',
      ],
      ['that is no token', async () => 'x.y', 403, 'registration-refused'],
      ['that is unsigned', unsigned, 403, 'registration-refused'],
      ['signed by a stranger', () => signed({ kid: 'foyer' }), 403, 'registration-refused'],
      ['of an unknown inviter', () => signed({ kid: 'nobody' }), 403, 'registration-refused'],
      ['of an inherited name', () => signed({ kid: '__proto__' }), 403, 'registration-refused'],
      ['without an inviter', () => signed({}), 403, 'registration-refused'],
      [
        'in another algorithm',
        () => signed({ kid: 'partner-a', alg: 'HS512' }),
        403,
        'registration-refused',
      ],
      [
        'with a key address of its own',
        () => signed({ kid: 'partner-a', jku: 'https://evil.test' }),
        403,
        'registration-refused',
      ],
      ['without an end', () => signed({ kid: 'partner-a' }, false), 403, 'registration-refused'],
    ])('%s is refused', async (_name, token, status, code) => {
      const answer = await register({ invitation: await token() })
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toMatchObject({ code, requestId: answer.headers['x-request-id'] })
      expect(world.platform.accounts).toEqual([])
    })
  })

  describe('without an invitation', () => {
    it('sends a mail, whose link makes the account once', async () => {
      const answer = await register({ language: 'en' })
      expect(answer.statusCode).toBe(202)
      expect(answer.json()).toEqual({ status: 'mail-sent' })
      expect(world.platform.accounts).toEqual([])

      await world.sendMail()
      const [mail] = world.mailServer.mails
      expect(mail?.to).toBe('ayse@acme.example')
      const token = linkOf(mail?.text ?? '')
      const key = randomUUID()
      const confirmed = await confirm(token, key)
      expect(confirmed.statusCode).toBe(201)
      expect(confirmed.json()).toEqual({ status: 'created', customToken: expect.any(String) })
      expect(world.platform.accounts).toEqual([
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
      expect(world.platform.accounts).toHaveLength(1)
    })

    it('answers the same for a known and an unknown address, which gets a mail that says so (K5)', async () => {
      world.platform.addAccount({ uid: 'u-1', email: ayse.email })
      const known = await register({})
      const unknown = await register({ email: 'bora@acme.example' })
      expect(known.statusCode).toBe(unknown.statusCode)
      expect(known.json()).toEqual(unknown.json())
      const namesOf = ({ headers }: typeof known) => Object.keys(headers)
      expect(namesOf(known)).toEqual(namesOf(unknown))

      await world.sendMail()
      await world.sendMail()
      const [toKnown, toUnknown] = world.mailServer.mails
      expect(toKnown?.subject).toBe('Zaten bir Örnek & Co hesabınız var')
      expect(toKnown?.text).toContain('https://app.corp.example/')
      expect(toKnown?.text).not.toContain('#confirmation=')
      expect(toUnknown?.text).toContain('https://login.example.com/registration#confirmation=')
    })

    it('never lets in whoever asked, only whoever got the mail', async () => {
      const key = randomUUID()
      await register({}, { key })
      await world.sendMail()
      await confirm(linkOf(world.mailServer.mails[0]?.text ?? ''))
      const repeated = await register({}, { key })
      expect(repeated.statusCode).toBe(202)
      expect(repeated.json()).toEqual({ status: 'mail-sent' })
    })

    it('makes the account in the tenant, where there is but one', async () => {
      const single = world.createServer(true, { 'Acme-x1y2z': { name: 'Acme' } })
      expect((await world.post('/registration', request, { to: single })).statusCode).toBe(202)
      await world.sendMail()
      await confirm(linkOf(world.mailServer.mails[0]?.text ?? ''))
      expect(world.platform.accounts).toEqual([
        expect.objectContaining({ tenantId: 'Acme-x1y2z', email: ayse.email }),
      ])
      await single.close()
    })

    it('is refused where registration is closed', async () => {
      const closed = world.createServer(false)
      const answer = await world.post('/registration', request, { to: closed })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ code: 'registration-refused' })
      await closed.close()
    })

    it('writes to one address five times an hour at most, whoever asks', async () => {
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
    ])('a link %s is refused', async (_name, forge, status, code) => {
      await register({})
      await world.sendMail()
      const answer = await confirm(forge(linkOf(world.mailServer.mails[0]?.text ?? '')))
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toMatchObject({ code })
    })

    it('a link is good for a day', async () => {
      await register({})
      const { id } = await database()
        .selectFrom('registrations')
        .select('id')
        .executeTakeFirstOrThrow()
      const old = new Date(Date.now() - 25 * 3_600_000)
      const late = await confirm(await signConfirmation(id, old, world.keys.confirmation))
      expect(late.statusCode).toBe(410)
      expect(late.json()).toMatchObject({ code: 'registration-link-expired' })
    })

    /** As if the mail server had been away for so long. */
    const holdUp = (hours: number) =>
      sql`update registrations set created_at = now() - ${hours} * interval '1 hour'`.execute(
        database(),
      )

    it('a link that was sent late is good for a day from then', async () => {
      await register({})
      await holdUp(23)
      await world.sendMail()
      const token = linkOf(world.mailServer.mails[0]?.text ?? '')
      const hoursLeft = ((decodeJwt(token).exp ?? 0) * 1000 - Date.now()) / 3_600_000
      expect(Math.round(hoursLeft)).toBe(24)
      await forgetOld(database())
      expect((await confirm(token)).statusCode).toBe(201)
    })

    it('a mail that was held up for more than a day is dropped, because its link would soon be dead', async () => {
      await register({})
      await holdUp(24 + 10 / 60)
      await world.sendMail()
      expect(world.mailServer.mails).toEqual([])
      expect(world.mailOutcomes).toEqual(['dropped'])
      expect(await mails()).toEqual([expect.objectContaining({ state: 'dropped', content: null })])
    })

    it.each<[string, boolean, ServedTenants]>([
      ['registration was closed', false, undefined],
      ['its tenant is served no more', true, { 'Beta-k9j8h': { name: 'Beta' } }],
    ])('a link makes no account after %s', async (_since, isOpen, tenants) => {
      await register({})
      await world.sendMail()
      const changed = world.createServer(isOpen, tenants)
      const answer = await world.post(
        '/registration/confirmation',
        { confirmation: linkOf(world.mailServer.mails[0]?.text ?? '') },
        { to: changed },
      )
      expect(answer.statusCode).toBe(403)
      expect(world.platform.accounts).toEqual([])
      await changed.close()
    })

    it('an invitation is no confirmation', async () => {
      const answer = await confirm(await world.invite())
      expect(answer.json()).toMatchObject({ code: 'registration-refused' })
    })
  })

  describe('with an idempotency key', () => {
    it('is one registration however often it is sent, at once or later', async () => {
      const options = { key: randomUUID() }
      const invitation = await world.invite()
      const answers = await Promise.all([1, 2, 3].map(() => register({ invitation }, options)))
      expect(answers.map(({ statusCode }) => statusCode)).toContain(201)
      for (const { statusCode } of answers) expect([201, 409]).toContain(statusCode)

      const later = await register({ invitation }, options)
      expect(later.statusCode).toBe(201)
      expect(world.platform.accounts).toHaveLength(1)
      expect(await rows()).toHaveLength(1)
      expect(await mails()).toHaveLength(1)
    })

    it('and another body is refused', async () => {
      const options = { key: randomUUID() }
      const invitation = await world.invite()
      await register({ invitation }, options)
      const answer = await register({ invitation, firstName: 'Fatma' }, options)
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ code: 'idempotency-key-reused' })
    })

    it('gives a token to sign in with for ten minutes, and later says that it is done', async () => {
      const options = { key: randomUUID() }
      const invitation = await world.invite()
      await register({ invitation }, options)
      await database()
        .updateTable('registrations')
        .set({ finished_at: new Date(Date.now() - 11 * 60_000) })
        .execute()
      expect((await register({ invitation }, options)).statusCode).toBe(409)
    })

    it.each<[string, Partial<ServedAccount>]>([
      ['is deactivated', { disabled: true }],
      ['has another address', { email: 'other@acme.example' }],
      ['has an unproven address', { emailVerified: false }],
      ['asks for a second factor', { hasSecondFactor: true }],
    ])('does not sign in to an account that %s since it was made', async (_what, change) => {
      const options = { key: randomUUID() }
      const invitation = await world.invite()
      await register({ invitation }, options)
      Object.assign(world.platform.accounts[0] ?? {}, change)
      const answer = await register({ invitation }, options)
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ code: 'already-registered' })
    })

    it('is told that another request is at it', async () => {
      const options = { key: randomUUID() }
      const invitation = await world.invite()
      world.platform.failure = 'unavailable'
      await register({ invitation }, options)
      world.platform.failure = null
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

    it.each(['', 'key', `${randomUUID()}x`])('that is no UUID is refused: %s', async (key) => {
      const answer = await register({}, { key })
      expect(answer.statusCode).toBe(400)
    })
  })

  describe('leaves', () => {
    it('an audit trail that names nobody', async () => {
      const answer = await register({ invitation: await world.invite() })
      const trail = await readAudit(database(), {
        since: null,
        uid: world.platform.accounts[0]?.uid ?? '',
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

    it('an audit record of each registration that is asked for without an invitation', async () => {
      const single = world.createServer(true, { 'Acme-x1y2z': { name: 'Acme' } })
      const answers = [
        await register({}),
        await world.post('/registration', request, { to: single }),
        await register({ email: 'bora@acme.example' }),
      ]
      await single.close()
      const requestIds = answers.map(({ headers }) => headers['x-request-id'])
      const trail = await readAudit(database(), { since: null, uid: null })
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

    it('nothing personal beside the account, and nothing at all in the log', async () => {
      const invitation = await world.invite()
      await register({ invitation })
      await world.sendMail()
      const left = await Promise.all([
        database().selectFrom('registrations').selectAll().execute(),
        database().selectFrom('idempotency_keys').selectAll().execute(),
        mails(),
      ])
      expect(JSON.stringify(left)).not.toMatch(/ayse|Ayşe|Yılmaz|Oğulları/i)
      expect(JSON.stringify(left)).not.toContain(invitation)
      expect(world.lines.join('')).not.toMatch(/ayse@|Yılmaz|Oğulları|eyJ/i)
    })
  })
})

async function signed(
  header: { alg?: string; [name: string]: unknown },
  isEnding = true,
): Promise<string> {
  // The partner's own invitations are good; those of everybody else are signed with a key of no use.
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
