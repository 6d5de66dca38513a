import { expect, it } from 'vitest'
import { ServerError } from '../errors/server-error.ts'
import { takeRequest } from './client-limit.ts'
import type { Limiter } from './limiter.ts'

const limit = { name: 'test-client', max: 3, seconds: 60 }

function createCounter(): Limiter {
  const counts = new Map<string, number>()
  return {
    async take({ name, max }, who) {
      const key = `${name} ${who}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > max) throw new ServerError('resource-exhausted')
    },
  }
}

/** How many requests get through, each from the next of these clients. */
async function countTaken(clients: string[]): Promise<number> {
  const limiter = createCounter()
  const results = await Promise.allSettled(
    clients.map((client) => takeRequest(limiter, limit, client)),
  )
  return results.filter(({ status }) => status === 'fulfilled').length
}

const clients = (count: number, clientOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => clientOf(index))

it('one IPv6 site cannot send any number of requests by using all its networks', async () => {
  const everywhere = (index: number) => `2001:db8:a:${(index * 256).toString(16)}`
  expect(await countTaken(clients(100, everywhere))).toBe(30)
})

it('one subscriber with 256 networks does not use up the requests of the site', async () => {
  const ofSubscriber = (index: number) => `2001:db8:a:${(0xb00 + index).toString(16)}`
  const sent = clients(100, ofSubscriber)
  expect(await countTaken(sent)).toBe(9)
  expect(await countTaken([...sent, '2001:db8:a:c01', '2001:db8:a:b', '2001:db8:a:0'])).toBe(12)
})

it('the requests of one network do not count for others, nor those of one site or IPv4 address', async () => {
  expect(await countTaken(clients(10, () => '2001:db8:a:1'))).toBe(3)
  expect(await countTaken(clients(10, () => '192.0.2.1'))).toBe(3)
  expect(await countTaken(clients(100, (index) => `192.0.2.${index}`))).toBe(100)
  expect(await countTaken(clients(100, (index) => `2001:db8:${index}:1`))).toBe(100)
})
