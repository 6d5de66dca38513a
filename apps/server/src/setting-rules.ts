import { storeRules } from './accounts/store-settings.ts'
import { providerStandIns } from './custom-token/provider-settings.ts'
import type { Variables } from './environment.ts'
import type { Rule } from './fault.ts'
import { mailRules } from './mail/mail-settings.ts'
import { provisioningRules } from './provisioning/provisioning-settings.ts'

const isLocal = ({ FOYER_MODE }: Pick<Variables, 'FOYER_MODE'>) => FOYER_MODE === 'local'

/** An emulator signs in whoever asks: a production process must not come up beside one. */
const localOnly = [
  'FOYER_EMULATOR_URL',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FOYER_LOCAL_CRASH_FILE',
  ...providerStandIns,
] as const

/** Settings that are right by themselves and wrong together. */
export const settingRules: Rule<Variables>[] = [
  ...provisioningRules,
  ...storeRules,
  ...mailRules,
  {
    key: 'FOYER_HOST',
    message: 'must be a loopback address in local mode',
    reads: ['FOYER_MODE', 'FOYER_HOST'],
    isBroken: (given) =>
      isLocal(given) && !['127.0.0.1', '::1', 'localhost'].includes(given.FOYER_HOST),
  },
  {
    key: 'FOYER_PUBLIC_URL',
    message: 'must be on http://localhost in local mode',
    reads: ['FOYER_MODE', 'FOYER_PUBLIC_URL'],
    isBroken: (given) => isLocal(given) && !given.FOYER_PUBLIC_URL.startsWith('http:'),
  },
  ...localOnly.map((key): Rule<Variables> => ({
    key,
    message: 'is for FOYER_MODE=local alone',
    reads: ['FOYER_MODE'],
    isBroken: (given) => !isLocal(given) && given[key] !== undefined,
  })),
  {
    key: 'FOYER_PROJECT_ID',
    message: 'is needed by FOYER_AUTH_HELPER_PROXY=on',
    reads: ['FOYER_PROJECT_ID', 'FOYER_AUTH_HELPER_PROXY'],
    isBroken: (given) =>
      given.FOYER_AUTH_HELPER_PROXY === 'on' && given.FOYER_PROJECT_ID === undefined,
  },
  {
    // The function is handed provider access tokens: one mistyped host would give them to a stranger.
    key: 'FOYER_FUNCTION_URL',
    message:
      'is on another origin than FOYER_PUBLIC_URL, which FOYER_FUNCTION_ORIGINS must then list',
    reads: ['FOYER_FUNCTION_URL', 'FOYER_PUBLIC_URL', 'FOYER_FUNCTION_ORIGINS'],
    isBroken({ FOYER_FUNCTION_URL: address = '', ...given }) {
      const allowed = [given.FOYER_PUBLIC_URL, ...given.FOYER_FUNCTION_ORIGINS]
      return URL.canParse(address) && !allowed.includes(new URL(address).origin)
    },
  },
]
