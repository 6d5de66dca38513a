import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAudit } from '../audit/audit-trail.ts'
import {
  companies,
  createRegistrationFixture,
  type RegistrationFixture,
} from '../testing/registration-fixture.ts'
import { codeFor } from '../email-code/email-codes.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'

const email = 'ayse@acme.example'
const newSecret = () => randomBytes(32).toString('base64url')

describeWithEachStore('finding a company by the work email', (database) => {
  let fixture: RegistrationFixture
  beforeAll(async () => {
    fixture = await createRegistrationFixture(database())
  })
  afterAll(() => fixture.close())
  beforeEach(() => fixture.reset())

  const ask = (
    { key = randomUUID(), ...body }: { key?: string; email?: string; secret?: string } = {},
    to = fixture.app,
  ) =>
    fixture.post('/company', { email, secret: newSecret(), language: 'en', ...body }, { key, to })
  const enter = async (body: object, to = fixture.app) => {
    const response = await fixture.post('/company/code', body, { to })
    return response.json<{ status: string; tid?: string }>()
  }
  const codeIn = (mail: { text: string } | undefined) =>
    /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''

  /** Requests a code, and returns it with what the browser knows. */
  async function askFor(address = email) {
    const waiting = { id: randomUUID(), email: address, secret: newSecret() }
    await ask({ key: waiting.id, email: address, secret: waiting.secret })
    await fixture.sendMail()
    const mail = fixture.mailServer.mails.at(-1)
    return { waiting, mail, code: codeIn(mail) }
  }
  const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  it('the code in the email leads to the company of the email address (K5e)', async () => {
    const { waiting, mail, code } = await askFor()
    expect(mail?.to).toBe(email)
    expect(mail?.subject).toBe('Your code for Örnek & Co')
    expect(mail?.text).not.toContain('http')
    expect(await enter({ ...waiting, code })).toEqual({ status: 'found', tid: 'Acme-x1y2z' })
  })

  it.each([
    ['another spelling', 'Ayse@ACME.Example', 'Acme-x1y2z'],
    ['the second domain of the company', 'ayse@acme.test', 'Acme-x1y2z'],
    ['a domain that the config has in capitals', 'bora@beta.example', 'Beta-k9j8h'],
  ])('a company is found with %s', async (_what, address, tid) => {
    const { waiting, code } = await askFor(address)
    expect(await enter({ ...waiting, code })).toEqual({ status: 'found', tid })
  })

  it.each(['ayse@gmail.com', 'ayse@mail.acme.example', 'ayse@acme.example.evil.test'])(
    'no company has the email address %s, and only the email says so',
    async (address) => {
      const { mail, code } = await askFor(address)
      expect(code).toBe('')
      expect(mail?.text).toContain('No company uses it')
    },
  )

  it('known and unknown domains get the same responses, and one email each (K5d)', async () => {
    const known = { id: randomUUID(), email, secret: newSecret() }
    const unknown = { id: randomUUID(), email: 'ayse@other.example', secret: newSecret() }
    const answers = []
    for (const { id, ...rest } of [known, unknown]) {
      const response = await ask({ key: id, ...rest })
      answers.push([response.statusCode, response.body, Object.keys(response.headers)])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.slice(0, 2)).toEqual([202, '{"status":"mail-sent"}'])
    while (await fixture.sendMail());
    expect(fixture.mailServer.mails.map(({ to }) => to)).toEqual([known.email, unknown.email])

    const code = another(codeIn(fixture.mailServer.mails[0]))
    for (const status of ['wrong', 'wrong', 'expired', 'expired']) {
      expect(await enter({ ...known, code })).toEqual({ status })
      expect(await enter({ ...unknown, code: '000000' })).toEqual({ status })
    }
  })

  it('the code that an unknown domain would have is as wrong as any other (K5d)', async () => {
    const { waiting, code } = await askFor()
    const later = fixture.createServer(true, undefined, {
      mode: 'code',
      companyOf: () => null,
    })
    expect(await enter({ ...waiting, code }, later)).toEqual({ status: 'wrong' })
    await later.close()
    const unknown = await askFor('ayse@other.example')
    const subject = { ...unknown.waiting, purpose: 'company', tenantId: null } as const
    const guessed = { ...unknown.waiting, code: codeFor(subject, fixture.keys) }
    for (const status of ['wrong', 'wrong', 'expired'])
      expect(await enter(guessed)).toEqual({ status })
  })

  describe('a code', () => {
    it('is accepted only from the browser that has requested it, with the email address that it was sent to (K5e)', async () => {
      const { waiting, code } = await askFor()
      const foreign = { ...waiting, secret: newSecret() }
      expect(await enter({ ...foreign, code })).toEqual({ status: 'expired' })
      expect(await enter({ ...waiting, email: 'x@acme.example', code })).toEqual({
        status: 'expired',
      })
      expect(await enter({ ...waiting, code })).toMatchObject({ status: 'found' })
    })

    it('is of no use for another email address whose request has the same id (K5e)', async () => {
      const { waiting, code } = await askFor('bora@beta.example')
      // Expired codes are deleted, and their emails are kept for longer.
      await database().deleteFrom('email_codes').execute()
      await ask({ key: waiting.id, email, secret: waiting.secret })
      expect(await fixture.sendMail()).toBe(false)
      expect(await enter({ ...waiting, email, code })).toEqual({ status: 'expired' })
    })

    it('can be tried three times, no matter how many are sent at once', async () => {
      const { waiting, code } = await askFor()
      const wrong = { ...waiting, code: another(code) }
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => enter(wrong)))
      // The third one that counts says that there may be no more.
      expect(answers.filter(({ status }) => status === 'wrong')).toHaveLength(2)
      expect(await enter({ ...waiting, code })).toEqual({ status: 'expired' })
    })

    it('can be sent again by the page if the response was lost', async () => {
      const { waiting, code } = await askFor()
      expect(await enter({ ...waiting, code })).toEqual(await enter({ ...waiting, code }))
    })

    it('expires ten minutes after it was sent, not after it was requested', async () => {
      const { waiting, code } = await askFor()
      const left = await sql<{ seconds: number }>`
        select extract(epoch from expires_at - now())::int as seconds from email_codes`.execute(
        database(),
      )
      expect(left.rows[0]?.seconds).toBeGreaterThan(590)
      expect(left.rows[0]?.seconds).toBeLessThanOrEqual(600)
      await sql`update email_codes set expires_at = now() - interval '1 second'`.execute(database())
      expect(await enter({ ...waiting, code })).toEqual({ status: 'expired' })
    })

    it('is not sent if nobody has waited for an hour', async () => {
      await ask()
      await sql`update outbox set created_at = now() - interval '61 minutes'`.execute(database())
      await fixture.sendMail()
      expect(fixture.mailServer.mails).toEqual([])
      expect(fixture.mailOutcomes).toEqual(['dropped'])
    })

    it('is stored nowhere, and the email address only until the email is sent', async () => {
      const { code } = await askFor()
      const rows = await Promise.all(
        (['email_codes', 'outbox', 'audit', 'limits'] as const).map((table) =>
          database().selectFrom(table).selectAll().execute(),
        ),
      )
      expect(JSON.stringify(rows)).not.toMatch(new RegExp(`"${code}"|ayse|acme\\.example`))
      expect(fixture.lines.join('')).not.toMatch(new RegExp(`${code}|ayse@`))
    })
  })

  it('a request that is sent twice causes one email', async () => {
    const waiting = { key: randomUUID(), secret: newSecret() }
    await ask(waiting)
    await ask(waiting)
    expect(await fixture.sendMail()).toBe(true)
    expect(await fixture.sendMail()).toBe(false)
  })

  it('at most five codes per hour are sent to one mailbox, no matter who requests them', async () => {
    for (const _time of [1, 2, 3, 4, 5]) expect((await ask()).statusCode).toBe(202)
    expect((await ask({ email: 'AYSE+6@acme.example' })).statusCode).toBe(429)
  })

  it('a client may send sixty requests in ten minutes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 61 }, (_, index) => ask({ email: `a${index}@acme.example` })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  })

  it.each([{ email: 'x' }, { secret: 'short' }, { language: 'de' }, { more: 1 }])(
    'a request with %j is refused',
    async (body) => {
      expect((await ask(body)).statusCode).toBe(400)
    },
  )

  it.each([{}, { code: '12345' }, { code: '1234567' }, { id: 'x' }, { secret: '' }])(
    'a code with %j is refused',
    async (body) => {
      const { waiting } = await askFor()
      const answer = await fixture.post('/company/code', { ...waiting, ...body })
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid-argument' }])
    },
  )

  it('only our own page may ask', async () => {
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const body = { email, secret: newSecret(), language: 'en' }
    expect((await fixture.post('/company', body, { headers })).statusCode).toBe(403)
  })

  it('with direct discovery a known domain leads to its company at once, and every unknown one gets the same response', async () => {
    const direct = fixture.createServer(true, undefined, companies('direct'))
    const known = await ask({}, direct)
    expect([known.statusCode, known.json()]).toEqual([200, { status: 'found', tid: 'Acme-x1y2z' }])
    const unknown = await ask({ email: 'a@gmail.com' }, direct)
    expect([unknown.statusCode, unknown.json()]).toEqual([200, { status: 'unknown' }])
    expect(await fixture.sendMail()).toBe(false)
    // The limit of emails to one mailbox does not apply.
    for (const _time of [1, 2, 3, 4, 5, 6]) expect((await ask({}, direct)).statusCode).toBe(200)
    await direct.close()
  })

  it('the audit trail has the requests and the codes, without the email address', async () => {
    const { waiting, code } = await askFor()
    await enter({ ...waiting, code: another(code) })
    await enter({ ...waiting, code })
    const { records } = await readAudit(database(), { since: null, uid: null })
    expect(records.slice(-3).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'company-mail asked',
      'company-code wrong',
      'company-code done',
    ])
    expect(new Set(records.slice(-3).map(({ subject }) => subject)).size).toBe(1)
  })
})
