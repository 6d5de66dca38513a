import * as v from 'valibot'

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface LogSettings {
  logLevel: (typeof levels)[number]
}

export const logEnvironment = {
  FOYER_LOG_LEVEL: v.optional(
    v.picklist(levels, 'must be fatal, error, warn, info, debug, trace or silent'),
    'info',
  ),
}
