import { CodedError } from '../errors/coded-error.ts'
import type { LoopGuard } from './loop-guard.ts'
import { withLimit } from './with-limit.ts'

const limitMs = 120_000 // H6

/** Loads a part of the script that is fetched when it is needed. */
export type LoadChunk = <Module>(load: () => Promise<Module>) => Promise<Module>

/**
 * After a release the files that an open page names may be gone. One reload, at most every minute,
 * fetches the new page with the same request (H6, NW-04).
 *
 * @throws CodedError `page-outdated` when that did not help, a network code when offline
 */
export function createChunkLoader(
  guard: LoopGuard,
  page: { isOnline: () => boolean; reload: () => void },
): LoadChunk {
  return async (load) => {
    try {
      return await withLimit(load(), limitMs, () => new CodedError('deadline-exceeded'))
    } catch (cause) {
      if (!page.isOnline()) throw new CodedError('auth/network-request-failed', { cause })
      if (guard.take('reload') !== 'go') throw new CodedError('page-outdated', { cause })
      page.reload()
      return new Promise(() => {})
    }
  }
}
