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

/** Remembers what may be used once, and what was ended early, until it would have expired anyway. */
export interface SpentTokens {
  /** True the first time. On the disk before it answers, so that a killed gate still knows. */
  spend(id: string, expiresAt: number): boolean
  has(id: string): boolean
  close(): void
}

/**
 * One line per token, appended. A synchronous write keeps "not yet spent" and "now spent" one
 * step; it survives the end of the process, which is what a restart needs.
 * Throws when the disk refuses: a token that cannot be marked must not be honoured.
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
    // Opened before it takes the old one's name: past that there is nothing left that may fail.
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

  /** The old file goes on being used where there is no room for a new one. */
  function shorten() {
    // First, so that a failure is not tried again at each call.
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

  /** A line that a full disk cut short must not run into the next. */
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
