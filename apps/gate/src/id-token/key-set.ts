import { listedNames } from '@foyer/contract/header-text'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { GateError } from '../errors/gate-error.ts'

const refetchFloorSeconds = 30
/** How long old keys may be used while the issuer cannot be reached. */
const staleSeconds = 24 * 3600
const defaultMaxAgeSeconds = 3600

interface KeySetDeps {
  fetch: typeof fetch
  now: () => number
  timeoutMilliseconds?: number
  /** Called after each request for the keys, without a time if it failed. */
  onFetch?: (fetchedAt: number | undefined) => void
}

/**
 * The keys that sign ID tokens. They are cached as long as their `cache-control` says, and fetched again for an unknown
 * key id. Anyone can write an unknown key id into a token, so such fetches have a minimum interval.
 */
export function createKeySet(
  url: URL,
  { fetch, now, timeoutMilliseconds = 5_000, onFetch = () => {} }: KeySetDeps,
): JWTVerifyGetKey {
  let keys: JSONWebKeySet = { keys: [] }
  let freshUntil = 0
  let fetchedAt = -Infinity
  let triedAt = -Infinity
  let pending: Promise<void> | undefined

  async function load() {
    triedAt = now()
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMilliseconds),
      redirect: 'error',
    })
    const body = (await response.json()) as Partial<JSONWebKeySet>
    if (!response.ok || !Array.isArray(body.keys)) throw new Error('not a key set')
    keys = { keys: body.keys }
    fetchedAt = now()
    freshUntil = fetchedAt + maxAgeOf(response)
    onFetch(fetchedAt)
  }

  async function refresh() {
    pending ??= load().finally(() => (pending = undefined))
    try {
      await pending
    } catch {
      onFetch(undefined)
      if (now() - fetchedAt > staleSeconds) {
        throw new GateError('keys-unavailable')
      }
    }
  }

  return async (header, token) => {
    const isKnown = keys.keys.some((key) => key.kid === header.kid)
    const isFresh = now() < freshUntil
    const mayRetry = now() - triedAt >= refetchFloorSeconds
    if (pending || ((!isKnown || !isFresh) && mayRetry) || keys.keys.length === 0) await refresh()
    return createLocalJWKSet(keys)(header, token)
  }
}

function maxAgeOf(response: Response): number {
  const directives = listedNames(response.headers.get('cache-control') ?? '')
  const given = directives
    .map((directive) => /^max-age=([0-9]{1,9})$/.exec(directive))
    .find(Boolean)
  return given ? Number(given[1]) : defaultMaxAgeSeconds
}
