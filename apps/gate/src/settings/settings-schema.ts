import { color, contact, shortText } from '@foyer/contract/branding-values'
import { isProjectId } from '@foyer/contract/project-id'
import { isProjectNumber, isTid } from '@foyer/iap-sign-in/tenant-id'
import { isDatabaseUrl } from '@foyer/node/postgres'
import * as v from 'valibot'
import { imageFile } from './image-file.ts'
import { policyFile } from './policy-file.ts'
import { logLevels } from './setting-names.ts'
import {
  eitherOf,
  headerNames,
  httpUrl,
  list,
  listFile,
  matching,
  networks,
  numberBetween,
  optionalNumber,
  origin,
  secretFile,
  secure,
  secureMessage,
  text,
} from './setting-values.ts'
import { siteList } from './sites.ts'

const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/**
 * If it is set, other tools use an emulator. The gate does not use it, but a machine that has it is not for production.
 */
export const emulatorVariable = 'FIREBASE_AUTH_EMULATOR_HOST'

const databaseUrl = v.check(
  isDatabaseUrl,
  'must be a URL such as postgres://user:password@host:5432/name',
)

export const databaseSettings = {
  'database-url': v.optional(v.pipe(text, databaseUrl)),
  'database-url-file': v.optional(v.pipe(secretFile, databaseUrl)),
}

/** What the commands for the keys and the store need. */
export const storeSettings = {
  ...databaseSettings,
  'public-url': v.pipe(origin, v.check(secure, secureMessage)),
  data: v.optional(text, './foyer-gate-data'),
  'keys-file': v.optional(text),
}

export const eachSetting = v.object({
  upstream: v.optional(origin),
  upstreams: siteList,
  login: v.pipe(httpUrl, v.check(secure, secureMessage)),
  ...storeSettings,
  migrate: eitherOf('at-start', 'never'),
  'project-id': v.pipe(text, v.check(isProjectId, 'must be a project id')),
  'project-number': v.pipe(text, v.check(isProjectNumber, 'must be digits')),
  'api-key': matching(/^[A-Za-z0-9_-]{1,100}$/, 'must be an API key'),
  tenants: v.pipe(
    list,
    v.check((ids) => ids.every(isTid), 'must be tenant ids separated by commas'),
  ),
  'tenants-file': v.optional(
    v.pipe(
      listFile,
      v.check((ids) => ids.every(isTid), 'must name a file with tenant ids, one a line'),
    ),
  ),
  'list-tenants': eitherOf('on', 'off'),
  'policy-file': v.optional(policyFile),
  'product-name': v.optional(shortText, 'Foyer'),
  logo: v.optional(imageFile),
  accent: v.optional(color),
  'help-contact': v.optional(contact),
  mode: eitherOf('production', 'local'),
  host: v.optional(text, '127.0.0.1'),
  port: numberBetween(0, 65_535, '4100'),
  'trusted-proxies': networks,
  'pass-headers': headerNames,
  'encoded-slashes': eitherOf('refuse', 'pass'),
  'accept-emulator-tokens': v.pipe(
    v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
    v.transform((word) => word === 'on'),
  ),
  'jwks-url': v.optional(httpUrl, googleKeys),
  audience: v.optional(text),
  'session-seconds': numberBetween(1, 3600, '3600'),
  'session-memory': numberBetween(1, 100_000, '64'),
  'stream-grace': numberBetween(0, 604_800, '0'),
  preflight: eitherOf('refuse', 'pass'),
  'gcip-claim': eitherOf('object', 'string'),
  'unverified-email': eitherOf('omit', 'pass'),
  'upstream-timeout': numberBetween(1, 86_400, '60'),
  'drain-seconds': optionalNumber(0, 600),
  'stop-seconds': numberBetween(0, 3600, '10'),
  'auth-port': optionalNumber(0, 65_535),
  'auth-host': v.optional(text, '127.0.0.1'),
  'metrics-port': optionalNumber(0, 65_535),
  'metrics-host': v.optional(text, '127.0.0.1'),
  'log-level': v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  [emulatorVariable]: v.optional(v.string()),
})

export type Each = v.InferOutput<typeof eachSetting>
