import type { Writable } from 'node:stream'

const KEPT_LINES = 15

// Only phone numbers are written with a plus sign before that many digits.
const PHONE_NUMBER = /\+\d{6,15}/g
const CODE = /(use the code )\d+/g

/** Passes a process's output on, without phone numbers and codes, and remembers its end. */
export function createLogTail(log: Writable) {
  let rest = ''
  let lines: string[] = []

  const write = (line: string) => {
    const shown = withoutPhoneNumbers(line)
    log.write(`${shown}\n`)
    lines = [...lines.slice(1 - KEPT_LINES), shown]
  }

  return {
    take: (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) write(line)
    },
    end: () => {
      if (rest !== '') write(rest)
      rest = ''
      log.end()
      return lines.join('\n')
    },
  }
}

export function withoutPhoneNumbers(line: string): string {
  return line.replace(PHONE_NUMBER, '+…').replace(CODE, '$1…')
}
