import type { SafeStorage } from '../browser/safe-storage.ts'
import { askedLinkKey } from './storage-keys.ts'

/** The email may take a while to arrive, and the link is valid for fifteen minutes after that. */
export const askedLinkMs = 30 * 60_000

/** An expired note is never read again, and would keep a provider's token in the browser for good. */
export function forgetOldLink(storage: SafeStorage, now: number): void {
  const since = /"since":(\d+)/.exec(storage.read(askedLinkKey) ?? '')?.[1]
  if (since && now - Number(since) > askedLinkMs) storage.remove(askedLinkKey)
}
