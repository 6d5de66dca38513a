import { DataError } from '../data/data-error.ts'
import { createKeys, kidOf, newestFirst, type StoredKeys } from '../data/gate-keys.ts'

/** For so long after a generation was last used, a session or an assertion of it may still be valid. */
const longestUseSeconds = 3_700

/** A generation, as the list shows it. */
export interface KeyStatus {
  kid: string
  usedFrom: number
  state: 'waits' | 'in use' | 'accepted'
  /** When a later generation has replaced it for so long that nothing valid is left of it. */
  removableFrom: number | undefined
}

/** The newest first. */
export function statusOf(keys: readonly StoredKeys[], now: number): KeyStatus[] {
  const ordered = keys
    .map((each) => ({ kid: kidOf(each), usedFrom: each.usedFrom }))
    .toSorted(newestFirst)
  const inUse = ordered.find(({ usedFrom }) => usedFrom <= now) ?? ordered.at(-1)
  return ordered.map((each, index) => {
    const successor = ordered[index - 1]
    const isReplaced = each !== inUse && each.usedFrom <= (inUse?.usedFrom ?? 0)
    return {
      ...each,
      state: each === inUse ? 'in use' : isReplaced ? 'accepted' : 'waits',
      removableFrom: successor && successor.usedFrom + longestUseSeconds,
    }
  })
}

/** Adds a generation, which is accepted at once and used later. The first one is used at once. */
export function withNewKeys(
  keys: readonly StoredKeys[],
  now: number,
  afterSeconds: number,
): StoredKeys[] {
  return [...keys, createKeys(keys.length === 0 ? now : now + afterSeconds)]
}

/** @param isForced although users would be signed out */
export function withoutKeys(
  keys: readonly StoredKeys[],
  kid: string,
  { now, isForced }: { now: number; isForced: boolean },
): StoredKeys[] {
  const status = statusOf(keys, now).find((each) => each.kid === kid)
  if (!status) throw new DataError(`There is no key ${kid}. See: foyer-gate keys list`)
  if (status.state === 'in use') {
    throw new DataError('This key is in use. Run first: foyer-gate keys rotate')
  }
  if (status.state === 'accepted' && (status.removableFrom ?? 0) > now && !isForced) {
    throw new DataError(
      `Sessions of this key may be valid until ${timeOf(status.removableFrom ?? 0)}. ` +
        'To sign their users out now, add --force.',
    )
  }
  return keys.filter((each) => kidOf(each) !== kid)
}

export const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString()
