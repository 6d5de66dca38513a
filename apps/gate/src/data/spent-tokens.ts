import { closeSync, existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '@foyer/node/make-folder'
import { createDraft, rewriteInSlices, writeAll, type Rewriting } from './spent-tokens-draft.ts'

/** Stores which tokens were used and which sessions were ended, until they would have expired. */
export interface SpentTokens {
  /**
   * Returns true the first time. The token is on the disk before this returns, so that a killed gate does not forget
   * it.
   */
  spend(id: string, expiresAt: number): boolean
  has(id: string): boolean
  close(): void
}

/**
 * One line per token, appended. The write is synchronous, so that no second request can spend the token before it is
 * stored. What is written survives the end of the process, which is enough for a restart. Throws if the write fails,
 * because a token that cannot be marked as spent must not be accepted.
 */
export function openSpentTokens(
  directory: string,
  now: () => number,
  linesBeforeCompacting = 10_000,
): SpentTokens {
  makeFolder(directory)
  const path = join(directory, 'spent-tokens')
  const expiries = existsSync(path)
    ? parseLines(readFileSync(path, 'utf8'))
    : new Map<string, number>()
  // Only at the start is the whole file written at once: nobody waits yet.
  let { file, lines } = shortenNow()
  let compactAt = nextCompaction()
  let isLineCut = false
  let rewriting: Rewriting | undefined

  function shortenNow() {
    const draft = startDraft()
    while (!draft.writeSlice());
    renameSync(draft.path, path)
    return { file: draft.file, lines: expiries.size }
  }

  function startDraft() {
    return createDraft(`${path}.draft`, expiries, now)
  }

  function nextCompaction() {
    return Math.max(linesBeforeCompacting, expiries.size * 2)
  }

  /**
   * Rewrites the file without expired tokens. The old file stays in use until the new one is complete, and if there is no
   * room for a new one.
   */
  function shorten() {
    // Set first, so that a failed rewrite is not repeated at each call.
    compactAt = lines + linesBeforeCompacting
    rewriting = rewriteInSlices(startDraft, (draft) => {
      renameSync(draft.path, path)
      closeSync(file)
      ;({ file } = draft)
      lines = expiries.size
      isLineCut = false
      compactAt = nextCompaction()
    })
  }

  /** Starts on a new line, because a full disk may have cut the last one. */
  function append(line: string) {
    const text = isLineCut ? `\n${line}` : line
    isLineCut = true
    writeAll(file, text)
    isLineCut = false
  }

  return {
    spend(id, expiresAt) {
      if (expiries.has(id)) return false
      if (lines >= compactAt && !rewriting?.isRunning()) shorten()
      append(`${id} ${Math.ceil(expiresAt)}\n`)
      expiries.set(id, expiresAt)
      lines += 1
      return true
    },
    has: (id) => expiries.has(id),
    close() {
      rewriting?.stop()
      closeSync(file)
    },
  }
}

function parseLines(text: string): Map<string, number> {
  const lines = text.matchAll(/^(\S+) (\d+)$/gm)
  return new Map(Array.from(lines, ([, id = '', expiresAt]) => [id, Number(expiresAt)]))
}
