import type { Limit, Limiter } from './limiter.ts'

/** How many networks of one site may send as many requests as a client may. */
const networksOfSite = 10

/**
 * Counts a request of a client, by its network. Anyone can get an IPv6 site, and with it 65,536 networks, so the site
 * counts too: its requests could fill the outbox, and everybody's emails would be late.
 */
export async function takeRequest(limiter: Limiter, limit: Limit, client: string): Promise<void> {
  await limiter.take(limit, client)
  const site = siteOf(client)
  if (site === client) return
  const ofSite = { ...limit, name: `${limit.name}-site`, max: limit.max * networksOfSite }
  await limiter.take(ofSite, site)
}

/** The first 48 bits of an IPv6 network. An IPv4 address stays as it is. */
export function siteOf(client: string): string {
  return client.split(':').slice(0, 3).join(':')
}
