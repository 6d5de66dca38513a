import type { Config } from '@foyer/contract/config'
import {
  identityToolkitOrigin,
  parseProject,
  projectLookupAddress,
  type Project,
} from '@foyer/iap-sign-in/request'
import type { OutageLog } from '../log/outage-log.ts'

/** The project lookup (F4), as the page would make it. */
export interface ProjectLookup {
  address: string
  /** The answer, at most two minutes old; null where there is none. Asks anew when it is one minute old. */
  current: () => ProjectAnswer | null
}

export interface ProjectAnswer {
  /** As the identity service wrote it. */
  body: string
  project: Project
}

interface LookupPorts {
  fetch: (address: string, init: RequestInit) => Promise<Response>
  now: () => number
  outages: OutageLog
}

const lifetimeMs = 120_000
const freshMs = 60_000
const pauseMs = 2000
const limitMs = 10_000
const maxBytes = 64_000

/** A lookup that is left to the page. */
export function unasked({ apiKey, emulatorUrl }: Config): ProjectLookup {
  const address = projectLookupAddress(identityToolkitOrigin(emulatorUrl), apiKey)
  return { address, current: () => null }
}

/**
 * The server looks the project up ahead, so that the page's users need not wait for it. From a failure
 * until the service answers again the page asks by itself, and can tell its user what is wrong.
 */
export function createProjectLookup(
  config: Config,
  { fetch, now, outages }: LookupPorts,
): ProjectLookup {
  const { address } = unasked(config)
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
