import { severityOf } from '@foyer/contract/log-severity'
import { pino, type DestinationStream, type Logger } from 'pino'
import { redact } from './redaction.ts'

/** One JSON object a line. Neither email addresses nor names of users belong in it. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label, number) => ({ level: number, severity: severityOf(label) }) },
      hooks: { streamWrite: redact },
    },
    destination,
  )
}
