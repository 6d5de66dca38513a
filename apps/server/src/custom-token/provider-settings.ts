import * as v from 'valibot'
import { settingList } from '../settings/setting-list.ts'
import { localOnlyRules } from '../settings/mode-settings.ts'
import { isOrigin, originSpelling } from '../settings/origin.ts'
import type { Rule } from '../settings/setting-error.ts'
import type { GoogleSettings } from './google-user.ts'
import { personalAccounts, type MicrosoftSettings } from './microsoft-user.ts'

export interface ProviderSettings {
  google: GoogleSettings
  microsoft: MicrosoftSettings
}

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const standIn = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (text) => /^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(text),
      'must be on localhost',
    ),
  ),
)

export const providerEnvironment = {
  FOYER_GOOGLE_CLIENT_IDS: settingList(
    (id) => id.endsWith('.apps.googleusercontent.com'),
    'must be a comma list of OAuth client ids such as 123-abc.apps.googleusercontent.com',
  ),
  FOYER_MICROSOFT_CLIENT_IDS: settingList(
    (id) => guid.test(id),
    'must be a comma list of application ids, in small letters',
  ),
  FOYER_MICROSOFT_DIRECTORIES: settingList(
    (id) => guid.test(id) && id !== personalAccounts,
    'must be a comma list of directory ids, in small letters; personal accounts prove no address',
  ),
  FOYER_GOOGLE_TOKENINFO_URL: standIn,
  FOYER_GRAPH_URL: standIn,
}

/** Settings that replace a provider's token check with a local stand-in, which accepts tokens from anyone. */
export const providerStandIns = ['FOYER_GOOGLE_TOKENINFO_URL', 'FOYER_GRAPH_URL'] as const

const environmentSchema = v.object(providerEnvironment)

export function toProviderSettings(
  environment: v.InferOutput<typeof environmentSchema>,
): ProviderSettings {
  return {
    google: {
      clientIds: environment.FOYER_GOOGLE_CLIENT_IDS,
      tokeninfoUrl:
        environment.FOYER_GOOGLE_TOKENINFO_URL ?? 'https://oauth2.googleapis.com/tokeninfo',
    },
    microsoft: {
      clientIds: environment.FOYER_MICROSOFT_CLIENT_IDS,
      directories: environment.FOYER_MICROSOFT_DIRECTORIES,
      graphUrl: environment.FOYER_GRAPH_URL ?? 'https://graph.microsoft.com/v1.0',
    },
  }
}

/** Only for the server, which tells the page the URL of the function. */
export const functionUrlEnvironment = {
  FOYER_FUNCTION_ORIGINS: settingList(
    isOrigin,
    `must be a comma list of https origins, ${originSpelling}`,
  ),
}

interface FunctionUrlVariables {
  FOYER_FUNCTION_URL?: string | undefined
  FOYER_PUBLIC_URL: string
  FOYER_FUNCTION_ORIGINS: string[]
}

export const functionUrlRules: Rule<FunctionUrlVariables>[] = [
  {
    // The page sends provider access tokens to the function. One spelling mistake in the host would send them
    // to a stranger.
    key: 'FOYER_FUNCTION_URL',
    message:
      'is on another origin than FOYER_PUBLIC_URL, which FOYER_FUNCTION_ORIGINS must then list',
    reads: ['FOYER_FUNCTION_URL', 'FOYER_PUBLIC_URL', 'FOYER_FUNCTION_ORIGINS'],
    isBroken({ FOYER_FUNCTION_URL: url = '', ...given }) {
      const allowed = [given.FOYER_PUBLIC_URL, ...given.FOYER_FUNCTION_ORIGINS]
      return URL.canParse(url) && !allowed.includes(new URL(url).origin)
    },
  },
]

export const providerRules = localOnlyRules(providerStandIns)
