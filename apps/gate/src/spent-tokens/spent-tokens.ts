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

  function compact() {
    for (const [id, expiresAt] of expiries) if (expiresAt <= now()) expiries.delete(id)
    const text = [...expiries].map(([id, expiresAt]) => `${id} ${expiresAt}\n`).join('')
    writeFileSync(`${path}.draft`, text, { mode: 0o600 })
    renameSync(`${path}.draft`, path)
    return { file: openSync(path, 'a', 0o600), lines: expiries.size }
  }

  function nextCompaction() {
    return Math.max(linesBeforeCompacting, expiries.size * 2)
  }

  return {
    spend(id, expiresAt) {
      if (expiries.has(id)) return false
      if (lines >= compactAt) {
        closeSync(file)
        ;({ file, lines } = compact())
        compactAt = nextCompaction()
      }
      writeSync(file, `${id} ${Math.ceil(expiresAt)}\n`)
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
