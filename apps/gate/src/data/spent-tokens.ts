import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

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
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'spent-tokens')
  const expiries = existsSync(path)
    ? parseLines(readFileSync(path, 'utf8'))
    : new Map<string, number>()
  let { file, lines } = compact()
  let compactAt = nextCompaction()
  let isLineCut = false

  function compact() {
    for (const [id, expiresAt] of expiries) if (expiresAt <= now()) expiries.delete(id)
    const text = [...expiries].map(([id, expiresAt]) => `${id} ${expiresAt}\n`).join('')
    writeFileSync(`${path}.draft`, text, { mode: 0o600 })
    // Opened before it replaces the old file, because nothing may fail after that.
    const draft = openSync(`${path}.draft`, 'a', 0o600)
    try {
      renameSync(`${path}.draft`, path)
    } catch (error) {
      closeSync(draft)
      throw error
    }
    return { file: draft, lines: expiries.size }
  }

  function nextCompaction() {
    return Math.max(linesBeforeCompacting, expiries.size * 2)
  }

  /** Rewrites the file without expired tokens. If there is no room for the new file, the old one stays in use. */
  function shorten() {
    // Set first, so that a failed rewrite is not repeated at each call.
    compactAt = lines + linesBeforeCompacting
    const old = file
    try {
      ;({ file, lines } = compact())
    } catch {
      return
    }
    closeSync(old)
    compactAt = nextCompaction()
  }

  /** Starts on a new line, because a full disk may have cut the last one. */
  function append(line: string) {
    const text = isLineCut ? `\n${line}` : line
    isLineCut = true
    if (writeSync(file, text) < Buffer.byteLength(text)) {
      throw new Error('The disk took a part of a line.')
    }
    isLineCut = false
  }

  return {
    spend(id, expiresAt) {
      if (expiries.has(id)) return false
      if (lines >= compactAt) shorten()
      append(`${id} ${Math.ceil(expiresAt)}\n`)
      expiries.set(id, expiresAt)
      lines += 1
      return true
    },
    has: (id) => expiries.has(id),
    close: () => closeSync(file),
  }
}

function parseLines(text: string): Map<string, number> {
  const lines = text.matchAll(/^(\S+) (\d+)$/gm)
  return new Map(Array.from(lines, ([, id = '', expiresAt]) => [id, Number(expiresAt)]))
}
