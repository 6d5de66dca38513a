import * as v from 'valibot'
import type { Rule } from '../settings/setting-error.ts'

export interface PasswordSettings {
  /** The range interface of a list of stolen passwords. Null if no such list is asked. */
  breachedPasswordsUrl: string | null
}

export const passwordEnvironment = {
  FOYER_BREACHED_PASSWORDS_URL: v.optional(v.pipe(v.string(), v.url('must be an https address'))),
}

interface Given {
  FOYER_BREACHED_PASSWORDS_URL?: string | undefined
}

export function toPasswordSettings({ FOYER_BREACHED_PASSWORDS_URL: url }: Given): PasswordSettings {
  return { breachedPasswordsUrl: url ?? null }
}

export const passwordRules: Rule<Given & { FOYER_MODE: 'production' | 'local' }>[] = [
  {
    key: 'FOYER_BREACHED_PASSWORDS_URL',
    message: 'must be an https address without query and fragment',
    reads: ['FOYER_BREACHED_PASSWORDS_URL', 'FOYER_MODE'],
    isBroken: ({ FOYER_BREACHED_PASSWORDS_URL: text, FOYER_MODE: mode }) => {
      if (text === undefined) return false
      const { protocol, search, hash } = new URL(text)
      const isSecure = protocol === 'https:' || (protocol === 'http:' && mode === 'local')
      return !isSecure || search !== '' || hash !== ''
    },
  },
]
