import { closeSync, openSync, rmSync, writeSync } from 'node:fs'

/** The lines of one slice take about two milliseconds. */
const linesInSlice = 1000

/** A new file, which replaces the old one when it is complete. */
export interface Draft {
  path: string
  file: number
  /** Returns whether all tokens have been written. Throws if there is no room. */
  writeSlice(): boolean
}

/**
 * A new file with the tokens that have not expired. The iterator of a `Map` also returns the tokens that are added
 * meanwhile, so none is missing at the end.
 */
export function createDraft(path: string, expiries: Map<string, number>, now: () => number): Draft {
  rmSync(path, { force: true })
  const file = openSync(path, 'a', 0o600)
  const tokens = expiries.entries()
  return {
    path,
    file,
    writeSlice() {
      let text = ''
      for (let line = 0; line < linesInSlice; line += 1) {
        const { value, done } = tokens.next()
        if (done) {
          writeAll(file, text)
          return true
        }
        const [id, expiresAt] = value
        if (expiresAt <= now()) expiries.delete(id)
        else text += `${id} ${Math.ceil(expiresAt)}\n`
      }
      writeAll(file, text)
      return false
    },
  }
}

/** Throws if the disk is full. */
export function writeAll(file: number, text: string) {
  if (writeSync(file, text) < Buffer.byteLength(text)) {
    throw new Error('The disk took a part of a line.')
  }
}

export interface Rewriting {
  isRunning(): boolean
  stop(): void
}

/**
 * Writes a draft, a slice at a time, because the lines of a busy hour take seconds. The gate serves requests between the
 * slices. If the draft cannot be written or used, nothing changes.
 */
export function rewriteInSlices(start: () => Draft, onComplete: (draft: Draft) => void): Rewriting {
  let draft: Draft | undefined
  let next: NodeJS.Immediate | undefined
  let isRunning = true

  function writeNext() {
    try {
      draft ??= start()
      if (!draft.writeSlice()) {
        next = setImmediate(writeNext)
        return
      }
      onComplete(draft)
    } catch {
      if (draft) closeSync(draft.file)
    }
    isRunning = false
  }

  writeNext()
  return {
    isRunning: () => isRunning,
    stop() {
      if (!isRunning) return
      clearImmediate(next)
      if (draft) closeSync(draft.file)
      isRunning = false
    },
  }
}
