import type { SafeStorage } from '../browser/safe-storage.ts'
import type { PendingCredential } from '../identity/identity.ts'

const storageKey = 'foyer:pending-link'
const lifetimeMs = 10 * 60_000

/** A credential on its way to the account that has its address (C10). */
export interface PendingLink {
  credential: PendingCredential
  tenantId: string | null
  /** The account service would not do it: the visitor must come in by the first way. */
  isRefused: boolean
}

/** At most one, kept across a reload and the provider's pages for ten minutes. */
export interface PendingLinks {
  keep: (link: PendingLink) => void
  recall: (tenantId: string | null) => PendingLink | null
  forget: () => void
}

export function createPendingLinks(storage: SafeStorage, now: () => number): PendingLinks {
  return {
    keep: (link) => void storage.write(storageKey, JSON.stringify({ ...link, since: now() })),
    recall(tenantId) {
      const link = parse(storage.read(storageKey), now())
      return link?.tenantId === tenantId ? link : null
    },
    forget: () => storage.remove(storageKey),
  }
}

function parse(text: string | null, now: number): PendingLink | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (!isKept(kept) || kept.since > now || now - kept.since > lifetimeMs) return null
    const { credential, tenantId, isRefused } = kept
    return { credential, tenantId, isRefused }
  } catch {
    return null
  }
}

function isKept(value: unknown): value is PendingLink & { since: number } {
  if (!(value instanceof Object)) return false
  const { credential, tenantId, since } = value as Partial<PendingLink & { since: number }>
  return (
    typeof since === 'number' &&
    (tenantId === null || typeof tenantId === 'string') &&
    credential instanceof Object &&
    typeof credential.providerId === 'string' &&
    typeof credential.email === 'string' &&
    typeof credential.accessToken === 'string' &&
    credential.json instanceof Object
  )
}
