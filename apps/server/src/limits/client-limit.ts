import type { Limit, Limiter } from './limiter.ts'

/** How many networks of one subscriber, and of one site, may send as many requests as a client may. */
const networksOf = { subscriber: 3, site: 10 }

/**
 * Counts a request of a client, by its network. Anyone can get an IPv6 site, and with it 65,536 networks, so the site
 * counts too: its requests could fill the outbox, and everybody's emails would be late. Most providers give each
 * subscriber 256 networks of a site. With these, one subscriber could use up the requests of the others, so they count
 * together before.
 */
export async function takeRequest(limiter: Limiter, limit: Limit, client: string): Promise<void> {
  await limiter.take(limit, client)
  const site = siteOf(client)
  if (site === client) return
  for (const [part, who] of [
    ['subscriber', subscriberOf(client)],
    ['site', site],
  ] as const) {
    const ofPart = { ...limit, name: `${limit.name}-${part}`, max: limit.max * networksOf[part] }
    await limiter.take(ofPart, who)
  }
}

/** The first 48 bits of an IPv6 network. An IPv4 address stays as it is. */
export function siteOf(client: string): string {
  return client.split(':').slice(0, 3).join(':')
}

/** The first 56 bits of an IPv6 network, which has 64: without the last two digits of its fourth group. */
function subscriberOf(client: string): string {
  const network = client.split(':')[3] ?? ''
  return `${siteOf(client)}:${network.slice(0, -2)}`
}
