import * as v from 'valibot'
import { settingList } from '../setting-list.ts'
import type { ProviderSettings } from './exchange-provider-token.ts'
import { personalAccounts } from './microsoft-person.ts'

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

/** Where a stand-in would be asked whether a token is good: it says yes to whoever asks. */
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
