import type { AccessPolicy } from '@foyer/contract/access-policy'
import type { NetworkList } from '@foyer/contract/networks'
import * as v from 'valibot'
import { readGiven, type Environment } from './given-settings.ts'
import { variableOf, type logLevels } from './setting-names.ts'
import { audienceOf, databaseSchema, settingsSchema, storeSchema } from './setting-rules.ts'
import { emulatorVariable } from './settings-schema.ts'
import type { Site } from './sites.ts'

/** Where the gate keeps its keys, and what it must not forget. */
export interface StoreSettings {
  /** The origin that users type to reach the gate. */
  publicUrl: URL
  dataDirectory: string
  keyFile: string | undefined
  /** A Postgres that several instances share. It replaces the directory. */
  databaseUrl: string | undefined
}

/** The gate's configuration, parsed at the start. A reload parses it again. */
export interface Settings extends StoreSettings, Site {
  /** Each host name has an application of its own. The first is the one of `publicUrl`. */
  sites: readonly [Site, ...Site[]]
  /** Whether the gate makes its tables when it starts. */
  mayMigrate: boolean
  mode: 'production' | 'local'
  /** The URL of the sign-in page. Only its origin may call the gate's own paths. */
  login: URL
  host: string
  port: number
  projectId: string
  projectNumber: string
  apiKey: string
  /** Never empty. Project-level accounts are the tenant `_PROJECTNUMBER`. */
  tenantIds: readonly string[]
  /** Whether anyone may read the tenants. */
  listsTenants: boolean
  /** Without it, every account of the tenants may open every path. */
  policy: AccessPolicy | undefined
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
  sessionSeconds: number
  /** The memory for opened session cookies. */
  sessionMemoryBytes: number
  /** How long WebSockets and responses may outlive their session. */
  streamGraceSeconds: number
  /** Whether the application gets preflights of other origins, which have no session. */
  passesPreflights: boolean
  gcipClaim: 'object' | 'string'
  /** Whether unverified email addresses are passed on like verified ones. */
  passesUnverifiedEmail: boolean
  upstreamTimeoutSeconds: number
  /** How long after SIGTERM new requests are still served, until the load balancer has noticed. */
  drainSeconds: number
  /** How long after that the requests in flight may take. */
  stopSeconds: number
  /** Where reverse proxies ask whether a request may pass, if anywhere. */
  auth: Place | undefined
  /** Where the metrics are served, if anywhere. */
  metrics: Place | undefined
  logLevel: (typeof logLevels)[number]
}

interface Place {
  host: string
  port: number
}

/** Reads the flags, the environment and the settings file. Throws one error with all mistakes, one per line. */
export function readSettings(args: readonly string[], environment: Environment): Settings {
  const { given, mistakes } = readGiven(args, environment)
  given[emulatorVariable] = environment[emulatorVariable] || undefined
  return settingsFrom(parseGiven(settingsSchema, given, mistakes))
}

/** Reads what the commands for the keys and the store need, and ignores other settings. */
export function readStoreSettings(
  args: readonly string[],
  environment: Environment,
): StoreSettings {
  const { given, mistakes } = readGiven(args, environment)
  return storeSettingsFrom(parseGiven(storeSchema, given, mistakes))
}

/** The database for `migrate-store`, which needs no other setting. */
export function readDatabaseUrl(environment: Environment): string | undefined {
  const { given, mistakes } = readGiven([], environment)
  const parsed = parseGiven(databaseSchema, given, mistakes)
  return parsed['database-url'] ?? parsed['database-url-file']
}

function parseGiven<Schema extends v.GenericSchema>(
  schema: Schema,
  given: Record<string, string | undefined>,
  mistakes: readonly string[],
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, given)
  const found = (parsed.issues ?? []).map((issue) => {
    const name = v.getDotPath(issue)
    return name ? `--${name} / ${variableOf(name)} ${issue.message}` : issue.message
  })
  const all = [...mistakes, ...found]
  if (all.length > 0 || !parsed.success) {
    throw new Error([...all, 'Start it with --help to see every setting.'].join('\n'))
  }
  return parsed.output
}

function storeSettingsFrom(parsed: v.InferOutput<typeof storeSchema>): StoreSettings {
  return {
    publicUrl: parsed['public-url'],
    dataDirectory: parsed.data,
    keyFile: parsed['keys-file'],
    databaseUrl: parsed['database-url'] ?? parsed['database-url-file'],
  }
}

type Parsed = v.InferOutput<typeof settingsSchema>

function settingsFrom(parsed: Parsed): Settings {
  const projectId = parsed['project-id']
  const projectNumber = parsed['project-number']
  const tenantIds = parsed['tenants-file'] ?? parsed.tenants
  const sites = sitesOf(parsed)
  return {
    ...storeSettingsFrom(parsed),
    ...sites[0],
    sites,
    mayMigrate: parsed.migrate === 'at-start',
    mode: parsed.mode,
    login: parsed.login,
    host: parsed.host,
    port: parsed.port,
    projectId,
    projectNumber,
    apiKey: parsed['api-key'],
    tenantIds: tenantIds.length > 0 ? [...new Set(tenantIds)] : [`_${projectNumber}`],
    listsTenants: parsed['list-tenants'] === 'on',
    policy: parsed['policy-file'],
    productName: parsed['product-name'],
    logo: parsed.logo,
    accent: parsed.accent,
    contact: parsed['help-contact'],
    trustedProxies: parsed['trusted-proxies'],
    passedHeaders: parsed['pass-headers'],
    passesEncodedSlashes: parsed['encoded-slashes'] === 'pass',
    acceptsEmulatorTokens: parsed['accept-emulator-tokens'],
    jwksUrl: parsed['jwks-url'],
    sessionSeconds: parsed['session-seconds'],
    sessionMemoryBytes: parsed['session-memory'] * 1_000_000,
    streamGraceSeconds: parsed['stream-grace'],
    passesPreflights: parsed.preflight === 'pass',
    gcipClaim: parsed['gcip-claim'],
    passesUnverifiedEmail: parsed['unverified-email'] === 'pass',
    upstreamTimeoutSeconds: parsed['upstream-timeout'],
    // A local gate has no load balancer.
    drainSeconds: parsed['drain-seconds'] ?? (parsed.mode === 'local' ? 0 : 5),
    stopSeconds: parsed['stop-seconds'],
    auth: placeOf(parsed['auth-host'], parsed['auth-port']),
    metrics: placeOf(parsed['metrics-host'], parsed['metrics-port']),
    logLevel: parsed['log-level'],
  }
}

function placeOf(host: string, port: number | undefined): Place | undefined {
  return port === undefined ? undefined : { host, port }
}

/** The assertion for one application must not be accepted by another one. */
function sitesOf(parsed: Parsed): [Site, ...Site[]] {
  const first = {
    publicUrl: parsed['public-url'],
    upstream: parsed.upstream,
    audience: parsed.audience ?? audienceOf(parsed, parsed['project-id']),
  }
  const others = parsed.upstreams.map((site) => ({
    ...site,
    audience: audienceOf(parsed, site.publicUrl.host),
  }))
  return [first, ...others]
}
