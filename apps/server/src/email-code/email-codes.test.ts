import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import {
  awaitCode,
  beginValidity,
  codeFor,
  endWait,
  holdWait,
  isWaiting,
  keyOf,
  tellCode,
  tryCode,
  type CodeSubject,
} from './email-codes.ts'

const subject: CodeSubject = {
  id: '0f7c1f0a-3b52-4a9e-9d36-0d5d6c1a2b3c',
  purpose: 'email-link',
  email: 'ayse@acme.example',
  tenantId: 'Acme-x1y2z',
}
const keys = { emailCode: Buffer.alloc(32, 7) }
const codeOf = (other: CodeSubject) => codeFor(other, keys)

// The browser chooses the id, so the code of one mailbox must be of no use for another one, or at another company.
it.each([
  ['purpose', { purpose: 'company' }],
  ['company', { tenantId: 'Beta-k9j8h' }],
  ['company', { tenantId: null }],
  ['mailbox', { email: 'ayse@beta.example' }],
] as const)('the code of a browser is for one %s: not for %j', (_what, change) => {
  const other = { ...subject, ...change }
  expect(keyOf(other)).not.toBe(keyOf(subject))
  expect(codeOf(other)).not.toBe(codeOf(subject))
})

it('spellings of one mailbox and of one id are the same', () => {
  const spelled = { ...subject, id: subject.id.toUpperCase(), email: 'Ayse@ACME.example' }
  expect(keyOf(spelled)).toBe(keyOf(subject))
})

describeWithEachStore('the wait for an email', (database) => {
  const waiting = { ...subject, secret: 'of this browser' }
  const validity = { minutes: 10, hasCode: true }
  const enter = () => tryCode(database(), waiting, { code: codeFor(subject, keys), keys })

  it('is over when its validity is, and an email whose earlier attempts have failed begins another one', async () => {
    await awaitCode(database(), waiting)
    expect(await beginValidity(database(), subject, validity)).toBe(true)
    await sql`update email_codes set expires_at = now() - interval '50 minutes'`.execute(database())
    expect(await enter()).toBe('expired')
    expect(await beginValidity(database(), subject, validity)).toBe(true)
    expect(await enter()).toBe('right')
  })

  it('is over for all emails when its owner has ended it', async () => {
    await awaitCode(database(), waiting)
    await beginValidity(database(), subject, validity)
    await endWait(database(), subject)
    expect(await beginValidity(database(), subject, validity)).toBe(false)
    expect(await enter()).toBe('expired')
  })
  it('is that of one browser: another one with the same id cannot enter the code', async () => {
    const own = { ...waiting, id: randomUUID() }
    await awaitCode(database(), own)
    await beginValidity(database(), own, validity)
    const other = { ...own, secret: 'of another browser' }
    expect(await isWaiting(database(), other)).toBe(false)
    const code = codeFor(own, keys)
    expect(await tryCode(database(), other, { code, keys })).toBe('expired')
    expect(await isWaiting(database(), own)).toBe(true)
    expect(await tryCode(database(), own, { code, keys })).toBe('right')
  })

  it('does not exist for an id that no browser has asked with', async () => {
    const unknown = { ...subject, id: randomUUID() }
    expect(await isWaiting(database(), { ...unknown, secret: 'of this browser' })).toBe(false)
    expect(await tellCode(database(), unknown)).toBe(false)
    expect(await holdWait(database(), unknown)).toBe(false)
    expect(await endWait(database(), unknown)).toEqual([])
  })
})
