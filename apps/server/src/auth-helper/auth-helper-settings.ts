import * as v from 'valibot'
import type { Rule } from '../settings/setting-error.ts'

export interface AuthHelperSettings {
  /** The origin whose helper pages are proxied under `/__/`, or null for none. */
  authHelperOrigin: string | null
}

export const authHelperEnvironment = {
  FOYER_AUTH_HELPER_PROXY: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
}

interface Given {
  FOYER_AUTH_HELPER_PROXY: 'on' | 'off'
  FOYER_PROJECT_ID?: string | undefined
}

export function toAuthHelperSettings(given: Given): AuthHelperSettings {
  return {
    authHelperOrigin:
      given.FOYER_AUTH_HELPER_PROXY === 'on'
        ? `https://${given.FOYER_PROJECT_ID}.firebaseapp.com`
        : null,
  }
}

export const authHelperRules: Rule<Given>[] = [
  {
    key: 'FOYER_PROJECT_ID',
    message: 'is needed by FOYER_AUTH_HELPER_PROXY=on',
    reads: ['FOYER_PROJECT_ID', 'FOYER_AUTH_HELPER_PROXY'],
    isBroken: (given) =>
      given.FOYER_AUTH_HELPER_PROXY === 'on' && given.FOYER_PROJECT_ID === undefined,
  },
]
