import { CodedError } from '../errors/coded-error.ts'
import type { LoopGuard } from './loop-guard.ts'
import { withLimit } from './with-limit.ts'

const limitMs = 120_000 // H6

/** Loads a chunk: a part of the script that is fetched when it is needed. */
export type LoadChunk = <Module>(load: () => Promise<Module>) => Promise<Module>

/**
 * A new release may remove the files that an open page refers to. The page then reloads, at most once a minute, and
 * continues with the same request (H6, NW-04).
 *
 * @throws CodedError `page-outdated` if a reload did not help, or a network code if the browser is offline
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
      // The reload replaces this page, so the load never settles and no error is shown.
      return new Promise(() => {})
    }
  }
}
