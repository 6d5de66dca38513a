import * as v from 'valibot'
import type { Rule } from './setting-error.ts'

export interface ModeSettings {
  /** The one-machine stack: an emulator and stand-ins are believed, on loopback alone. */
  isLocal: boolean
}

export const modeEnvironment = {
  FOYER_MODE: v.optional(
    v.picklist(['production', 'local'], 'must be production or local'),
    'production',
  ),
}

/** What a rule reads that depends on the mode. */
export interface ModeVariables {
  FOYER_MODE: 'production' | 'local'
}

export const isLocalMode = ({ FOYER_MODE }: ModeVariables): boolean => FOYER_MODE === 'local'

/** Rules for variables that make the server believe a stand-in: a production start refuses them. */
export function localOnlyRules<Key extends string>(
  keys: readonly Key[],
): Rule<ModeVariables & { [K in Key]?: string | undefined }>[] {
  return keys.map((key) => ({
    key,
    message: 'is for FOYER_MODE=local alone',
    reads: ['FOYER_MODE'],
    isBroken: (given) => !isLocalMode(given) && given[key] !== undefined,
  }))
}
