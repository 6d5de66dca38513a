import { severityOf } from '@foyer/contract/log-severity'
import { pino, type DestinationStream, type Logger } from 'pino'
import { redact } from './redaction.ts'

/** Writes one JSON object per line. Do not log email addresses or names of users. */
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
