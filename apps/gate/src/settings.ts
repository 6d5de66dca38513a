import { BlockList, isIP } from 'node:net'
import { parseArgs } from 'node:util'
import * as v from 'valibot'

/** Everything that differs between one gate and another, parsed once at the start. */
export interface Settings {
  mode: 'production' | 'local'
  /** The application behind the gate: an origin. */
  upstream: URL
  /** The login page. Its origin is the only one that may call the gate's own paths. */
  login: URL
  /** What a browser types to reach the gate: an origin. */
  publicUrl: URL
  host: string
  port: number
  projectId: string
  projectNumber: string
  apiKey: string
  /** Never empty: project-level accounts are the pool `_PROJECTNUMBER`. */
  tenantIds: readonly string[]
  dataDirectory: string
  trustedProxies: BlockList
  acceptsEmulatorTokens: boolean
  jwksUrl: URL
  audience: string
  upstreamTimeoutSeconds: number
  logLevel: (typeof logLevels)[number]
}

/** The gate must not start. `message` names every fault, one a line. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** Flag name, without its dashes, to what `--help` says of it. The variable is GATE_ + the flag. */
export const settingHelp = {
  upstream: 'Address of the application behind the gate. Required.',
  login: 'Address of the login page. Required.',
  'public-url': 'Origin under which browsers reach the gate. Required.',
  'project-id': 'Project whose ID tokens are accepted. Required.',
  'project-number': 'Number of that project. Required.',
  'api-key': "The project's public API key, handed to the login page. Required.",
  tenants: 'Tenants that may enter, separated by commas. Default: project-level accounts.',
  mode: 'production or local. Default: production.',
  host: 'Address to listen on. Default: 127.0.0.1.',
  port: 'Port to listen on, 0 for any free one. Default: 4100.',
  data: 'Directory for keys and spent tokens. Default: ./foyer-gate-data.',
  'trusted-proxies': 'Addresses or networks whose X-Forwarded-For is believed. Default: none.',
  'emulator-host': 'Identity emulator whose unsigned tokens are accepted. Only in local mode.',
  'jwks-url': "Key set that signs ID tokens. Default: Google's.",
  audience: 'Audience of the assertion. Default: /projects/NUMBER/apps/ID.',
  'upstream-timeout': 'Seconds the application may stay silent. Default: 60.',
  'log-level': `${logLevels.join(', ')}. Default: info.`,
} as const

type SettingName = keyof typeof settingHelp
type Environment = Readonly<Record<string, string | undefined>>

const settingNames = Object.keys(settingHelp) as SettingName[]
const variableOf = (name: string) => `GATE_${name.toUpperCase().replaceAll('-', '_')}`
const isLocalhost = (url: URL) =>
  url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]'
const isOrigin = (url: URL) => url.href === `${url.origin}/`

const text = v.pipe(v.string('is required'), v.trim(), v.nonEmpty('is required'))
const list = v.pipe(
  v.optional(v.string(), ''),
  v.transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
)
const matching = (pattern: RegExp, message: string) => v.pipe(text, v.regex(pattern, message))

const address = v.pipe(
  text,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const url = URL.canParse(dataset.value) ? new URL(dataset.value) : undefined
    if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url
    addIssue({ message: 'must be an http or https address without user-info' })
    return NEVER
  }),
)
const origin = v.pipe(address, v.check(isOrigin, 'must be an origin, without a path'))
const secure = (url: URL) => url.protocol === 'https:' || isLocalhost(url)
const secureMessage = 'must be https, or http on localhost'

const numberBetween = (low: number, high: number, fallback: string) =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.regex(/^\d{1,6}$/, `must be a whole number between ${low} and ${high}`),
    v.transform(Number),
    v.minValue(low, `must be at least ${low}`),
    v.maxValue(high, `must be at most ${high}`),
  )

const networks = v.pipe(
  list,
  v.rawTransform(({ dataset, addIssue }) => {
    const block = new BlockList()
    for (const item of dataset.value) {
      const [network = '', prefix] = item.split('/')
      const version = isIP(network)
      const bits = prefix === undefined ? undefined : Number(prefix)
      const most = version === 4 ? 32 : 128
      if (
        version === 0 ||
        (bits !== undefined && !(Number.isInteger(bits) && bits >= 0 && bits <= most))
      ) {
        addIssue({ message: 'must be IP addresses or networks such as 10.0.0.0/8' })
      } else if (bits === undefined) block.addAddress(network, version === 4 ? 'ipv4' : 'ipv6')
      else block.addSubnet(network, bits, version === 4 ? 'ipv4' : 'ipv6')
    }
    return block
  }),
)

const eachSetting = v.object({
  upstream: origin,
  login: v.pipe(address, v.check(secure, secureMessage)),
  'public-url': v.pipe(origin, v.check(secure, secureMessage)),
  'project-id': matching(/^[a-z][a-z0-9-]{2,40}$/, 'must be a project id'),
  'project-number': matching(/^\d{1,20}$/, 'must be digits'),
  'api-key': matching(/^[A-Za-z0-9_-]{1,100}$/, 'must be an API key'),
  tenants: v.pipe(
    list,
    v.check(
      (ids) => ids.every((id) => /^(_\d{1,20}|[A-Za-z][A-Za-z0-9-]{2,60})$/.test(id)),
      'must be tenant ids separated by commas',
    ),
  ),
  mode: v.optional(
    v.picklist(['production', 'local'], 'must be production or local'),
    'production',
  ),
  host: v.optional(text, '127.0.0.1'),
  port: numberBetween(0, 65_535, '4100'),
  data: v.optional(text, './foyer-gate-data'),
  'trusted-proxies': networks,
  'emulator-host': v.optional(v.string()),
  'jwks-url': v.optional(address, googleKeys),
  audience: v.optional(text),
  'upstream-timeout': numberBetween(1, 86_400, '60'),
  'log-level': v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
})

type Each = v.InferOutput<typeof eachSetting>

/** Rules between settings. Each is judged as soon as the settings it names are right. */
const settingsSchema = v.pipe(
  eachSetting,
  v.partialCheck(
    [['mode'], ['emulator-host']],
    (given: Pick<Each, 'mode' | 'emulator-host'>) =>
      given.mode === 'local' || !given['emulator-host'],
    'GATE_EMULATOR_HOST and FIREBASE_AUTH_EMULATOR_HOST are refused in production',
  ),
  v.partialCheck(
    [['public-url'], ['emulator-host']],
    (given: Pick<Each, 'public-url' | 'emulator-host'>) =>
      !given['emulator-host'] || isLocalhost(given['public-url']),
    '--public-url / GATE_PUBLIC_URL must be on localhost while an identity emulator is set',
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

/** Reads flags, then environment. Throws `SettingsError` with every fault at once. */
export function readSettings(args: readonly string[], environment: Environment): Settings {
  const faults = unknownVariables(environment)
  const flags = readFlags(args, faults)
  const given = Object.fromEntries(
    settingNames.map((name) => [
      name,
      flags.get(name) ?? (environment[variableOf(name)] || undefined),
    ]),
  )
  given['emulator-host'] ??= environment['FIREBASE_AUTH_EMULATOR_HOST'] || undefined

  const parsed = v.safeParse(settingsSchema, given)
  for (const issue of parsed.issues ?? []) {
    const name = v.getDotPath(issue)
    faults.push(name ? `--${name} / ${variableOf(name)} ${issue.message}` : issue.message)
  }
  if (faults.length > 0 || !parsed.success) throw new SettingsError(faults.join('\n'))
  return settingsFrom(parsed.output)
}

function unknownVariables(environment: Environment): string[] {
  const known = new Set(settingNames.map(variableOf))
  return Object.keys(environment)
    .filter((name) => name.startsWith('GATE_') && !known.has(name))
    .map((name) => `${name} is not a setting`)
}

function readFlags(args: readonly string[], faults: string[]): Map<SettingName, string> {
  const options = Object.fromEntries(
    settingNames.map((name) => [name, { type: 'string' as const }]),
  )
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  const flags = new Map<SettingName, string>()
  for (const token of tokens) {
    if (token.kind === 'positional') faults.push('there is an argument that is no flag')
    if (token.kind !== 'option') continue
    const name = settingNames.find((known) => known === token.name)
    if (!name) faults.push(`${token.rawName} is not a setting`)
    else if (!token.value) faults.push(`${token.rawName} needs a value`)
    else if (flags.has(name)) faults.push(`${token.rawName} is given twice`)
    else flags.set(name, token.value)
  }
  return flags
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
    trustedProxies: parsed['trusted-proxies'],
    acceptsEmulatorTokens: parsed.mode === 'local' && Boolean(parsed['emulator-host']),
    jwksUrl: parsed['jwks-url'],
    audience: parsed.audience ?? `/projects/${projectNumber}/apps/${projectId}`,
    upstreamTimeoutSeconds: parsed['upstream-timeout'],
    logLevel: parsed['log-level'],
  }
}

/** The text of `foyer-gate --help`. */
export function helpText(): string {
  const rows = settingNames.map(
    (name) => `  --${name.padEnd(18)}${variableOf(name).padEnd(25)}${settingHelp[name]}`,
  )
  return [
    'foyer-gate: lets only signed-in visitors through to the application behind it',
    '',
    'Usage: foyer-gate --upstream URL --login URL --public-url ORIGIN …',
    '',
    'Each setting is a flag or an environment variable; the flag wins.',
    '',
    ...rows,
    '',
  ].join('\n')
}
