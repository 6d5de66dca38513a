import { pino, type DestinationStream, type Logger } from 'pino'
import { redact } from './redaction.ts'

/** One JSON object a line. Neither addresses nor names of visitors belong in it. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ level, base: null, hooks: { streamWrite: redact } }, destination)
}
