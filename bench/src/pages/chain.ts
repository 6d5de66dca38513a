import type { Exchange } from './traffic.ts'

/** A chain of requests, where each was sent after the response to the one before. */
export interface Chain {
  readonly steps: readonly string[]
  /** Includes those for connections and preflights. */
  readonly roundTrips: number
}

const chainTypes = new Set(['Document', 'Script', 'Stylesheet', 'XHR', 'Fetch'])
const connectionRoundTrips = 2 // TCP, then TLS 1.3

/** Goes back from the last request, each time to the response that arrived last before it was sent. */
export function chainTo(last: Exchange, exchanges: readonly Exchange[]): Chain {
  const links: Exchange[] = []
  for (let link = lastBefore(last, exchanges); link; link = lastBefore(link, exchanges)) {
    links.unshift(link)
  }
  const preflightOf = (link: Exchange) =>
    exchanges.find(({ type, url, sentAt }) => {
      const isMeanwhile = sentAt >= link.sentAt && sentAt <= (link.receivedAt ?? 0)
      return type === 'Preflight' && url.href === link.url.href && isMeanwhile
    })
  const all = links.flatMap((link) => [preflightOf(link) ?? [], link].flat())
  return {
    steps: links.map((link) => nameOf(link) + (preflightOf(link) ? ' with preflight' : '')),
    roundTrips: all.reduce((sum, { newConnection }) => {
      return sum + 1 + (newConnection ? connectionRoundTrips : 0)
    }, 0),
  }
}

function lastBefore({ sentAt }: Exchange, exchanges: readonly Exchange[]): Exchange | null {
  return exchanges
    .filter(({ type, fromCache }) => chainTypes.has(type) && !fromCache)
    .filter(({ receivedAt }) => receivedAt !== null && receivedAt <= sentAt)
    .reduce<Exchange | null>((latest, one) => {
      return (one.receivedAt ?? 0) > (latest?.receivedAt ?? 0) ? one : latest
    }, null)
}

function nameOf({ type, url }: Exchange): string {
  if (type === 'Document') return 'page'
  if (type === 'Script') return 'script'
  if (type === 'Stylesheet') return 'styles'
  const { pathname } = url
  if (pathname.startsWith('/config')) return 'config'
  if (pathname.endsWith('/getProjectConfig')) return 'project lookup'
  if (pathname.endsWith('/accounts:lookup')) return 'account lookup'
  if (pathname.endsWith('/token')) return 'token'
  if (pathname.endsWith(':handleRedirect')) return 'exchange'
  if (pathname.endsWith('/gcip_authenticate')) return 'cookie'
  return pathname
}
