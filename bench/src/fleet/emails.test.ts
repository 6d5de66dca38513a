import { expect, it } from 'vitest'
import type { ReceivedMail } from '../../../packages/test-services/src/mail-server.ts'
import { checkEmails } from './emails.ts'
import { createJudge } from './judge.ts'

const to = 'person-1@acme.example'
const copyAt = (receivedAt: number, messageId = '<1@acme.example>'): ReceivedMail => ({
  messageId,
  to,
  receivedAt,
  from: '',
  subject: '',
  text: '',
  html: '',
  language: 'tr',
})

/** The verdict on emails of one user, of whose servers one was killed at 100,000 ms. */
async function verdictOn(mails: ReceivedMail[]) {
  const judge = createJudge()
  judge.killed({ name: 'server 1', from: 100_000, to: 100_050 })
  await checkEmails([to], { mails }, judge, 0)
  return judge.verdict()
}

it.each([
  ['was being received at the kill', 100_010],
  ['had been received just before the kill, and its server had not stored that', 99_960],
])('a second copy of an email that %s is allowed', async (_when, receivedAt) => {
  const { counts, violations } = await verdictOn([copyAt(receivedAt), copyAt(170_000)])
  expect(violations).toEqual([])
  expect(counts.get('emails that were sent again after a kill')).toBe(1)
})

it.each([
  ['an email that was received long before the kill', 60_000],
  ['an email that was sent long after the kill', 150_000],
])('a second copy of %s is a violation', async (_what, receivedAt) => {
  const { violations } = await verdictOn([copyAt(receivedAt), copyAt(170_000)])
  expect(violations).toEqual(['an email was sent twice without a kill'])
})

it('a lost email, and two different emails, are violations', async () => {
  expect((await verdictOn([])).violations).toEqual(['an email was lost'])
  const different = [copyAt(100_010), copyAt(170_000, '<2@acme.example>')]
  expect((await verdictOn(different)).violations).toEqual(['two different emails were sent'])
})
