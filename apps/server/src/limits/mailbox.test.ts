import { expect, it } from 'vitest'
import type { Limiter } from './limiter.ts'
import { takeEmail } from './mailbox.ts'

/** The keys under which an email is counted, without those of its network. */
async function countedAs(email: string, client = '192.0.2.1'): Promise<string[]> {
  const counted: string[] = []
  const limiter: Limiter = { take: async ({ name }, who) => void counted.push(`${name} ${who}`) }
  await takeEmail(limiter, 'mail', { email, client })
  return counted
}

it.each([
  ['ayse@acme.example', 'ayse+1@acme.example'],
  ['ayse@acme.example', 'AYSE@acme.example'],
  ['aysekaya@gmail.com', 'a.y.s.e.kaya+x.y@gmail.com'],
  ['aysekaya@gmail.com', 'ayse.kaya@googlemail.com'],
])('emails to %s and %s count for one mailbox', async (one, other) => {
  expect(await countedAs(other)).toEqual(await countedAs(one))
})

it.each([
  ['ayse@acme.example', 'ali@acme.example'],
  ['ayse.kaya@acme.example', 'aysekaya@acme.example'],
  ['ayse@acme.example', 'ayse@globex.example'],
])('emails to %s and %s count for two mailboxes', async (one, other) => {
  expect(await countedAs(other)).not.toEqual(await countedAs(one))
})

it('all networks that one IPv6 site can have count as one', async () => {
  const email = 'ayse@acme.example'
  const one = await countedAs(email, '2001:db8:a:1')
  expect(await countedAs(email, '2001:db8:a:ffff')).toEqual(one)
  expect(await countedAs(email, '2001:db8:b:1')).not.toEqual(one)
  expect(await countedAs(email, '192.0.2.2')).not.toEqual(await countedAs(email))
})
