import { color, contact, shortText } from '@foyer/contract/branding-values'
import type { NetworkList } from '@foyer/contract/networks'
import { isProjectId } from '@foyer/contract/project-id'
import { isProjectNumber, isTid } from '@foyer/iap-sign-in/tenant-id'
import * as v from 'valibot'
import { imageFile } from './image-file.ts'
import {
  logLevels,
  readFlags,
  settingNames,
  unknownVariables,
  variableOf,
  type Environment,
} from './setting-names.ts'
import {
  eitherOf,
  headerNames,
  httpUrl,
  isLocalhost,
  list,
  matching,
  networks,
  numberBetween,
  origin,
  secure,
  secureMessage,
  text,
} from './setting-values.ts'

/** The gate's configuration, parsed once at the start. */
export interface Settings {
  mode: 'production' | 'local'
  /** The origin of the application behind the gate. */
  upstream: URL
  /** The URL of the sign-in page. Only its origin may call the gate's own paths. */
  login: URL
  /** The origin that users type to reach the gate. */
  publicUrl: URL
  host: string
  port: number
  projectId: string
  projectNumber: string
  apiKey: string
  /** Never empty. Project-level accounts are the tenant `_PROJECTNUMBER`. */
  tenantIds: readonly string[]
  dataDirectory: string
  productName: string
  /** The logo as a `data:` URL. */
  logo: string | undefined
  accent: string | undefined
  /** Where users get help: an email address or a URL. */
  contact: string | undefined
  trustedProxies: NetworkList
  /** Header names in lower case. */
  passedHeaders: ReadonlySet<string>
  passesEncodedSlashes: boolean
  acceptsEmulatorTokens: boolean
  jwksUrl: URL
  audience: string
  sessionSeconds: number
  /** How long WebSockets and responses may outlive their session. */
  streamGraceSeconds: number
  /** Whether the application gets preflights of other origins, which have no session. */
  passesPreflights: boolean
  gcipClaim: 'object' | 'string'
  /** Whether unverified email addresses are passed on like verified ones. */
  passesUnverifiedEmail: boolean
  upstreamTimeoutSeconds: number
  logLevel: (typeof logLevels)[number]
}

const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/**
 * If it is set, other tools use an emulator. The gate does not use it, but a machine that has it is not for production.
 */
const emulatorVariable = 'FIREBASE_AUTH_EMULATOR_HOST'

const eachSetting = v.object({
  upstream: origin,
  login: v.pipe(httpUrl, v.check(secure, secureMessage)),
  'public-url': v.pipe(origin, v.check(secure, secureMessage)),
  'project-id': v.pipe(text, v.check(isProjectId, 'must be a project id')),
  'project-number': v.pipe(text, v.check(isProjectNumber, 'must be digits')),
  'api-key': matching(/^[A-Za-z0-9_-]{1,100}$/, 'must be an API key'),
  tenants: v.pipe(
    list,
    v.check((ids) => ids.every(isTid), 'must be tenant ids separated by commas'),
  ),
  'product-name': v.optional(shortText, 'Foyer'),
  logo: v.optional(imageFile),
  accent: v.optional(color),
  'help-contact': v.optional(contact),
  mode: eitherOf('production', 'local'),
  host: v.optional(text, '127.0.0.1'),
  port: numberBetween(0, 65_535, '4100'),
  data: v.optional(text, './foyer-gate-data'),
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
  'stream-grace': numberBetween(0, 604_800, '0'),
  preflight: eitherOf('refuse', 'pass'),
  'gcip-claim': eitherOf('object', 'string'),
  'unverified-email': eitherOf('omit', 'pass'),
  'upstream-timeout': numberBetween(1, 86_400, '60'),
  'log-level': v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  [emulatorVariable]: v.optional(v.string()),
})

type Each = v.InferOutput<typeof eachSetting>

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host)

/** Rules between settings. Each is checked if the settings in it are valid. */
const settingsSchema = v.pipe(
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
      given.tenants.every((id) => !id.startsWith('_') || id === `_${given['project-number']}`),
    "--tenants / GATE_TENANTS names another project's accounts",
  ),
)
type Parsed = v.InferOutput<typeof settingsSchema>

/** Reads the flags and the environment. Throws one error with all mistakes, one per line. */
export function readSettings(args: readonly string[], environment: Environment): Settings {
  const mistakes = unknownVariables(environment)
  const flags = readFlags(args, mistakes)
  const given = Object.fromEntries(
    settingNames.map((name) => [
      name,
      flags.get(name) ?? (environment[variableOf(name)] || undefined),
    ]),
  )
  given[emulatorVariable] = environment[emulatorVariable] || undefined

  const parsed = v.safeParse(settingsSchema, given)
  for (const issue of parsed.issues ?? []) {
    const name = v.getDotPath(issue)
    mistakes.push(name ? `--${name} / ${variableOf(name)} ${issue.message}` : issue.message)
  }
  if (mistakes.length > 0 || !parsed.success) {
    throw new Error([...mistakes, 'Start it with --help to see every setting.'].join('\n'))
  }
  return settingsFrom(parsed.output)
}

function settingsFrom(parsed: Parsed): Settings {
  const projectId = parsed['project-id']
  const projectNumber = parsed['project-number']
  return {
    mode: parsed.mode,
    upstream: parsed.upstream,
    login: parsed.login,
    publicUrl: parsed['public-url'],
    host: parsed.host,
    port: parsed.port,
    projectId,
    projectNumber,
    apiKey: parsed['api-key'],
    tenantIds: parsed.tenants.length > 0 ? [...new Set(parsed.tenants)] : [`_${projectNumber}`],
    dataDirectory: parsed.data,
    productName: parsed['product-name'],
    logo: parsed.logo,
    accent: parsed.accent,
    contact: parsed['help-contact'],
    trustedProxies: parsed['trusted-proxies'],
    passedHeaders: parsed['pass-headers'],
    passesEncodedSlashes: parsed['encoded-slashes'] === 'pass',
    acceptsEmulatorTokens: parsed['accept-emulator-tokens'],
    jwksUrl: parsed['jwks-url'],
    audience: parsed.audience ?? `/projects/${projectNumber}/apps/${projectId}`,
    sessionSeconds: parsed['session-seconds'],
    streamGraceSeconds: parsed['stream-grace'],
    passesPreflights: parsed.preflight === 'pass',
    gcipClaim: parsed['gcip-claim'],
    passesUnverifiedEmail: parsed['unverified-email'] === 'pass',
    upstreamTimeoutSeconds: parsed['upstream-timeout'],
    logLevel: parsed['log-level'],
  }
}
