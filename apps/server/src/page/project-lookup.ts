import type { Config } from '@foyer/contract/config'
import {
  identityToolkitOrigin,
  parseProject,
  projectLookupUrl,
  type Project,
} from '@foyer/iap-sign-in/request'
import type { OutageLog } from '@foyer/node/outage-log'

/** The same project lookup as the page makes (F4). */
export interface ProjectLookup {
  address: string
  /**
   * Returns the answer if it is at most two minutes old, otherwise null. Starts a new lookup if the answer is
   * older than one minute.
   */
  current: () => ProjectAnswer | null
}

export interface ProjectAnswer {
  /** Exactly as the identity service sent it. */
  body: string
  project: Project
}

interface LookupDeps {
  fetch: (address: string, init: RequestInit) => Promise<Response>
  now: () => number
  outages: OutageLog
}

const lifetimeMs = 120_000
const freshMs = 60_000
const pauseMs = 2000
const limitMs = 10_000
const maxBytes = 64_000

/** Makes no lookup, so that each page makes its own. */
export function noLookup({ apiKey, emulatorUrl }: Config): ProjectLookup {
  const address = projectLookupUrl(identityToolkitOrigin(emulatorUrl), apiKey)
  return { address, current: () => null }
}

/**
 * Makes the project lookup on the server in advance, so that users do not wait for it. After a failure the
 * pages make the lookup themselves until the next success, and can so show the user the actual error.
 */
export function createProjectLookup(
  config: Config,
  { fetch, now, outages }: LookupDeps,
): ProjectLookup {
  const { address } = noLookup(config)
  let known: (ProjectAnswer & { since: number }) | null = null
  let nextAt = -Infinity
  let isAsking = false

  async function ask(): Promise<void> {
    const since = now()
    isAsking = true
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(limitMs) })
      const body = await answer.text()
      if (!answer.ok) throw new Error(`The project lookup was answered with ${answer.status}.`)
      if (body.length > maxBytes) throw new Error('The answer to the project lookup is too long.')
      known = { body, project: parseProject(JSON.parse(body)), since }
      nextAt = since + freshMs
      outages.answered()
    } catch (error) {
      known = null
      nextAt = now() + pauseMs
      outages.failed(error)
    } finally {
      isAsking = false
    }
  }

  return {
    address,
    current() {
      if (!isAsking && now() >= nextAt) void ask()
      return known && now() - known.since < lifetimeMs ? known : null
    },
  }
}
