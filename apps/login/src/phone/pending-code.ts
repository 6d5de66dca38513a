import type { SafeStorage } from '../browser/safe-storage.ts'

const storageKey = 'foyer:pending-code'
const lifetimeMs = 10 * 60_000

/** A message whose code has not been entered yet; a reload comes back to it. */
export interface PendingCode {
  verificationId: string
  /** In E.164. */
  phoneNumber: string
  tenantId: string | null
}

export interface PendingCodes {
  keep: (code: PendingCode) => void
  recall: (tenantId: string | null) => PendingCode | null
  forget: () => void
}

/** @param storage of the tab alone, since it holds a telephone number */
export function createPendingCodes(storage: SafeStorage, now: () => number): PendingCodes {
  return {
    keep: (code) => void storage.write(storageKey, JSON.stringify({ ...code, since: now() })),
    recall(tenantId) {
      const code = parse(storage.read(storageKey), now())
      return code?.tenantId === tenantId ? code : null
    },
    forget: () => storage.remove(storageKey),
  }
}

function parse(text: string | null, now: number): PendingCode | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (!(kept instanceof Object)) return null
    const { verificationId, phoneNumber, tenantId, since } = kept as Record<string, unknown>
    const isWhole =
      typeof verificationId === 'string' &&
      typeof phoneNumber === 'string' &&
      (tenantId === null || typeof tenantId === 'string') &&
      typeof since === 'number' &&
      since <= now &&
      now - since < lifetimeMs
    return isWhole ? { verificationId, phoneNumber, tenantId } : null
  } catch {
    return null
  }
}
