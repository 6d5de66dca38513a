import type { SafeStorage } from '../browser/safe-storage.ts'

const storageKey = 'foyer:project'
const lifetimeMs = 30 * 60_000 // H2

/** The answer to the project lookup, across page loads. It holds what anyone may look up. */
export interface ProjectMemory {
  recall: (address: string) => string | null
  keep: (address: string, body: string) => void
  /** For every failure: what went wrong is never remembered. */
  forget: () => void
}

export function createProjectMemory(storage: SafeStorage, now: () => number): ProjectMemory {
  return {
    recall(address) {
      const { since, address: of, body } = parse(storage.read(storageKey))
      const age = now() - Number(since)
      const isOfUse = of === address && age >= 0 && age < lifetimeMs && typeof body === 'string'
      return isOfUse ? body : null
    },
    keep: (address, body) =>
      void storage.write(storageKey, JSON.stringify({ address, body, since: now() })),
    forget: () => storage.remove(storageKey),
  }
}

// By hand, because it runs in the first byte of the page, which has no room for a schema library.
function parse(text: string | null): Partial<Record<'address' | 'body' | 'since', unknown>> {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    return kept instanceof Object ? kept : {}
  } catch {
    return {}
  }
}

/** Answers the project lookup from memory, and remembers what the service answers. */
export function rememberingFetch(
  lookupAddress: string,
  memory: ProjectMemory,
  send: (address: string, init?: RequestInit) => Promise<Response>,
): (address: string, init?: RequestInit) => Promise<Response> {
  return async (address, init) => {
    if (address !== lookupAddress) return send(address, init)
    const remembered = memory.recall(address)
    if (remembered !== null) {
      return new Response(remembered, { headers: { 'content-type': 'application/json' } })
    }
    const answer = await send(address, init)
    if (answer.ok) memory.keep(address, await answer.clone().text())
    return answer
  }
}
