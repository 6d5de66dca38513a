import { severityOf } from '@foyer/contract/log-severity'
import { pino, type DestinationStream, type Logger } from 'pino'
import type { Settings } from '../settings/settings.ts'

/** Writes JSON lines. Each has its level as a number, and the severity that cloud log viewers show. */
export function createLog(level: Settings['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    formatters: {
      level: (label: string, number: number) => ({ level: number, severity: severityOf(label) }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
