import { fileURLToPath } from 'node:url'
import { isProjectId } from '@foyer/contract/project-id'
import * as v from 'valibot'
import { storeEnvironment } from './accounts/store-settings.ts'
import { configEnvironment } from './config/config-file.ts'
import { providerEnvironment } from './custom-token/provider-settings.ts'
import { proxyEnvironment } from './limits/client-address.ts'
import { mailEnvironment } from './mail/mail-settings.ts'
import { metricsEnvironment } from './metrics/metrics-settings.ts'
import { isOrigin, isOriginPattern } from './origin.ts'
import { portSetting } from './port-setting.ts'
import { provisioningEnvironment } from './provisioning/provisioning-settings.ts'
import { settingList } from './setting-list.ts'

/** The variables that the server reads, each checked by itself. */
export const environmentSchema = v.object({
  FOYER_MODE: v.optional(
    v.picklist(['production', 'local'], 'must be production or local'),
    'production',
  ),
  FOYER_HOST: v.optional(v.string(), '127.0.0.1'),
  FOYER_PORT: v.optional(portSetting, '4001'),
  FOYER_PUBLIC_URL: v.pipe(
    v.string(),
    v.check(isOrigin, 'must be an https origin such as https://login.example.com'),
  ),
  FOYER_PAGE_DIR: v.optional(
    v.string(),
    // The same place seen from src/ and from dist/.
    fileURLToPath(new URL('../../login/dist', import.meta.url)),
  ),
  FOYER_CONFIG_FILE: v.optional(v.string()),
  FOYER_GATE_ORIGINS: settingList(
    isOriginPattern,
    'must be a comma list of https origins, such as https://app.example.com or https://*.example.com',
  ),
  FOYER_FUNCTION_ORIGINS: settingList(isOrigin, 'must be a comma list of https origins'),
  FOYER_FRAME_ANCESTORS: settingList(isOrigin, 'must be a comma list of https origins'),
  FOYER_AUTH_HELPER_PROXY: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
  FOYER_PROJECT_ID: v.optional(v.pipe(v.string(), v.check(isProjectId, 'must be a project id'))),
  FOYER_LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
  ...providerEnvironment,
  ...provisioningEnvironment,
  ...storeEnvironment,
  ...mailEnvironment,
  ...metricsEnvironment,
  ...proxyEnvironment,
  ...configEnvironment,
  // Of other tools and of our tests: a production process must not come up beside them.
  FIREBASE_AUTH_EMULATOR_HOST: v.optional(v.string()),
  FOYER_LOCAL_CRASH_FILE: v.optional(v.string()),
})

export type Variables = v.InferOutput<typeof environmentSchema>
