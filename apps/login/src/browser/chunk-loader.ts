import { CodedError } from '../errors/coded-error.ts'
import type { Leaving } from './leaving.ts'
import type { LoopGuard } from './loop-guard.ts'
import { withLimit } from './with-limit.ts'

const limitMs = 120_000 // H6

/** Loads a chunk: a part of the script that is fetched when it is needed. */
export type LoadChunk = <Module>(load: () => Promise<Module>) => Promise<Module>

/**
 * A new release may remove the files that an open page refers to. The page then reloads, at most once a minute, and
 * continues with the same request (H6, NW-04). While the page is being left, the load waits until the user is back.
 *
 * @throws CodedError `page-outdated` if a reload did not help, or a network code if the browser is offline
 */
export function createChunkLoader(
  guard: LoopGuard,
  page: Pick<Leaving, 'isLeaving' | 'whenBack'> & { isOnline: () => boolean; reload: () => void },
): LoadChunk {
  const loadChunk: LoadChunk = async (load) => {
    try {
      return await withLimit(load(), limitMs, () => new CodedError('deadline-exceeded'))
    } catch (cause) {
      if (page.isLeaving()) {
        await page.whenBack()
        return loadChunk(load)
      }
      if (!page.isOnline()) throw new CodedError('auth/network-request-failed', { cause })
      if (guard.take('reload') !== 'go') throw new CodedError('page-outdated', { cause })
      page.reload()
      // The reload replaces this page, so the load never settles and no error is shown.
      return new Promise(() => {})
    }
  }
  return loadChunk
}
