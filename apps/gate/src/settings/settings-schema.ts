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
  isLocalhost,
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

const databaseSettings = {
  'database-url': v.optional(v.pipe(text, databaseUrl)),
  'database-url-file': v.optional(v.pipe(secretFile, databaseUrl)),
}

/** What the commands for the keys and the store need. */
const storeSettings = {
  ...databaseSettings,
  'public-url': v.pipe(origin, v.check(secure, secureMessage)),
  data: v.optional(text, './foyer-gate-data'),
  'keys-file': v.optional(text),
}

const eachSetting = v.object({
  upstream: origin,
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
  'metrics-port': optionalNumber(0, 65_535),
  'metrics-host': v.optional(text, '127.0.0.1'),
  'log-level': v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  [emulatorVariable]: v.optional(v.string()),
})

type Each = v.InferOutput<typeof eachSetting>

const isOfProject = (id: string, projectNumber: string) =>
  !id.startsWith('_') || id === `_${projectNumber}`

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host)

interface Urls {
  'database-url'?: string | undefined
  'database-url-file'?: string | undefined
}

/** Two values would leave it open which database is meant. */
const isOneUrl = (given: Urls) =>
  given['database-url'] === undefined || given['database-url-file'] === undefined
const oneUrlMessage =
  '--database-url / GATE_DATABASE_URL and --database-url-file / GATE_DATABASE_URL_FILE exclude each other'

export const databaseSchema = v.pipe(
  v.object(databaseSettings),
  v.partialCheck([['database-url'], ['database-url-file']], isOneUrl, oneUrlMessage),
)

export const storeSchema = v.pipe(
  v.object(storeSettings),
  v.partialCheck([['database-url'], ['database-url-file']], isOneUrl, oneUrlMessage),
)

/** Rules between settings. Each is checked if the settings in it are valid. */
export const settingsSchema = v.pipe(
  eachSetting,
  v.partialCheck(
    [['mode'], ['accept-emulator-tokens']],
    (given: Pick<Each, 'mode' | 'accept-emulator-tokens'>) =>
      given.mode === 'local' || !given['accept-emulator-tokens'],
    '--accept-emulator-tokens / GATE_ACCEPT_EMULATOR_TOKENS is refused in production',
  ),
  v.partialCheck(
    [['mode'], [emulatorVariable]],
    (given: Pick<Each, 'mode' | typeof emulatorVariable>) =>
      given.mode === 'local' || given[emulatorVariable] === undefined,
    `${emulatorVariable} is refused in production`,
  ),
  v.partialCheck(
    [['public-url'], ['accept-emulator-tokens']],
    (given: Pick<Each, 'public-url' | 'accept-emulator-tokens'>) =>
      !given['accept-emulator-tokens'] || isLocalhost(given['public-url']),
    '--public-url / GATE_PUBLIC_URL must be on localhost while emulator tokens are accepted',
  ),
  v.partialCheck(
    [['host'], ['accept-emulator-tokens']],
    (given: Pick<Each, 'host' | 'accept-emulator-tokens'>) =>
      !given['accept-emulator-tokens'] || isLoopback(given.host),
    '--host / GATE_HOST must be a loopback address while emulator tokens are accepted',
  ),
  v.partialCheck(
    [['mode'], ['jwks-url']],
    (given: Pick<Each, 'mode' | 'jwks-url'>) =>
      given.mode === 'local' || given['jwks-url'].protocol === 'https:',
    '--jwks-url / GATE_JWKS_URL must be https in production',
  ),
  v.partialCheck(
    [['login'], ['public-url']],
    (given: Pick<Each, 'login' | 'public-url'>) =>
      given.login.origin !== given['public-url'].origin,
    '--login / GATE_LOGIN must be another origin than --public-url / GATE_PUBLIC_URL',
  ),
  v.partialCheck(
    [['tenants'], ['project-number']],
    (given: Pick<Each, 'tenants' | 'project-number'>) =>
      given.tenants.every((id) => isOfProject(id, given['project-number'])),
    "--tenants / GATE_TENANTS names another project's accounts",
  ),
  v.partialCheck(
    [['tenants-file'], ['project-number']],
    (given: Pick<Each, 'tenants-file' | 'project-number'>) =>
      (given['tenants-file'] ?? []).every((id) => isOfProject(id, given['project-number'])),
    "--tenants-file / GATE_TENANTS_FILE names another project's accounts",
  ),
  v.partialCheck(
    [['tenants'], ['tenants-file']],
    (given: Pick<Each, 'tenants' | 'tenants-file'>) =>
      given.tenants.length === 0 || given['tenants-file'] === undefined,
    '--tenants / GATE_TENANTS and --tenants-file / GATE_TENANTS_FILE exclude each other',
  ),
  v.partialCheck([['database-url'], ['database-url-file']], isOneUrl, oneUrlMessage),
)
