import * as v from 'valibot'
import type { Rule } from './setting-error.ts'

export interface ModeSettings {
  /**
   * True for the local stack on one machine. Only then may the server trust an emulator and other stand-ins,
   * and it must listen on loopback only.
   */
  isLocal: boolean
}

export const modeEnvironment = {
  FOYER_MODE: v.optional(
    v.picklist(['production', 'local'], 'must be production or local'),
    'production',
  ),
}

/** The variable that a rule reads if it depends on the mode. */
export interface ModeVariables {
  FOYER_MODE: 'production' | 'local'
}

export const isLocalMode = ({ FOYER_MODE }: ModeVariables): boolean => FOYER_MODE === 'local'

/** Rules for variables that make the server trust a stand-in. They are refused in production. */
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
