import type { Writable } from 'node:stream'

const KEPT_LINES = 15

// In these logs, only phone numbers have a plus sign before that many digits.
const PHONE_NUMBER = /\+\d{6,15}/g
const CODE = /(use the code )\d+/g

/**
 * Writes a process's output to its log without phone numbers and codes, and keeps the last lines for an error
 * message.
 */
export function createLogTail(log: Writable) {
  let rest = ''
  let lines: string[] = []

  const writeLine = (line: string) => {
    const shown = withoutPhoneNumbers(line)
    log.write(`${shown}\n`)
    lines = [...lines.slice(1 - KEPT_LINES), shown]
  }

  return {
    write: (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) writeLine(line)
    },
    /** Closes the log and returns the last lines. */
    end: () => {
      if (rest !== '') writeLine(rest)
      rest = ''
      log.end()
      return lines.join('\n')
    },
  }
}

export function withoutPhoneNumbers(line: string): string {
  return line.replace(PHONE_NUMBER, '+…').replace(CODE, '$1…')
}
