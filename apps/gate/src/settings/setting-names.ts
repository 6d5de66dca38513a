import { parseArgs } from 'node:util'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** The help text of each flag. The environment variable is GATE_ and the flag's name. */
const settingHelp = {
  upstream: 'Origin of the application behind the gate. Required without --auth-port.',
  upstreams: 'More applications: PUBLIC-ORIGIN=UPSTREAM-ORIGIN, separated by commas.',
  login: 'URL of the sign-in page. Required.',
  'public-url': 'Origin under which browsers reach the gate. Required.',
  'project-id': 'Project whose ID tokens are accepted. Required.',
  'project-number': 'Number of that project. Required.',
  'api-key': "The project's public API key, handed to the sign-in page. Required.",
  tenants: 'Tenants that may enter, separated by commas. Default: project-level accounts.',
  'tenants-file': 'File with their ids, one a line, in place of the list.',
  'list-tenants':
    'off: name the tenants to nobody. The sign-in page asks for the company. Default: on.',
  'policy-file': 'JSON file with the access policy: who may sign in, and who may open which paths.',
  'product-name': "The product's name on the gate's pages. Default: Foyer.",
  logo: 'File with the logo on these pages: SVG, PNG, JPEG or WebP. Default: ours.',
  accent: 'Colour of these pages, as #rrggbb, dark enough for white text. Default: green.',
  'help-contact': 'Email address or https URL for help, on these pages. Default: none.',
  mode: 'production or local. Default: production.',
  host: 'IP address or host name to listen on. Default: 127.0.0.1.',
  port: 'Port to listen on, 0 for any free one. Default: 4100.',
  data: 'Directory for keys and spent tokens, of this gate alone. Default: ./foyer-gate-data.',
  'database-url': 'Postgres that all instances of this gate share, in place of the directory.',
  'database-url-file': 'File with that URL.',
  migrate: 'never: only foyer-gate migrate-store makes the tables. Default: at-start.',
  'keys-file': 'File with the keys, if they are not in the directory or the database.',
  'settings-file': 'File with lines such as GATE_LOG_LEVEL=info. SIGHUP reads it again.',
  'trusted-proxies': 'IP addresses or networks whose X-Forwarded-For is trusted. Default: none.',
  'pass-headers': 'Request headers to pass on although users could claim something by them.',
  'encoded-slashes': 'pass: a path may have %2F in it. Default: refuse.',
  'accept-emulator-tokens': 'on: take unsigned tokens, and no others. Only in local mode.',
  'jwks-url': "Key set that signs ID tokens. Default: Google's.",
  audience: 'Audience of the assertion. Default: /projects/NUMBER/apps/ID.',
  'session-seconds': 'Seconds after which a session ends before its ID token does. Default: 3600.',
  'session-memory': 'Megabytes for sessions that were opened recently. Default: 64.',
  'stream-grace':
    'Seconds that WebSockets and streams may outlive their session; sign-out ends them. Default: 0.',
  preflight: 'pass: CORS preflights without a session reach the application. Default: refuse.',
  'gcip-claim': "object or string: form of the assertion's claim gcip. Default: object.",
  'unverified-email': 'pass: present unverified email addresses too. Default: omit.',
  'upstream-timeout': 'Seconds the application may stay silent. Default: 60.',
  'drain-seconds': 'Seconds after SIGTERM in which new requests are still served. Default: 5.',
  'stop-seconds': 'Seconds after that in which requests in flight may finish. Default: 10.',
  'auth-port': 'Port at which reverse proxies ask whether a request may pass. Default: none.',
  'auth-host': 'IP address or host name of that port. Default: 127.0.0.1.',
  'metrics-port': 'Port of /metrics, /readyz and /healthz. Default: none.',
  'metrics-host': 'IP address or host name of that port. Default: 127.0.0.1.',
  'log-level': `${logLevels.join(', ')}. Default: info.`,
} as const

type SettingName = keyof typeof settingHelp
export type Environment = Readonly<Record<string, string | undefined>>

export const settingNames = Object.keys(settingHelp) as SettingName[]
export const variableOf = (name: string) => `GATE_${name.toUpperCase().replaceAll('-', '_')}`

export function unknownVariables(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('GATE_') && !variables.has(name))
    .map((name) => `${name} is not a setting`)
}

const variables = new Set(settingNames.map(variableOf))

export function readFlags(args: readonly string[], mistakes: string[]): Map<SettingName, string> {
  const options = Object.fromEntries(
    settingNames.map((name) => [name, { type: 'string' as const }]),
  )
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  const flags = new Map<SettingName, string>()
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]
    // The value of an unknown flag is part of the same mistake.
    const isValue = before?.kind === 'option' && before.value === undefined
    if (token.kind === 'positional' && !isValue)
      mistakes.push('there is an argument that is no flag')
    if (token.kind !== 'option') continue
    const name = settingNames.find((known) => known === token.name)
    if (!name) mistakes.push(`${token.rawName} is not a setting`)
    else if (!token.value || isFlag(token)) mistakes.push(`${token.rawName} needs a value`)
    else if (flags.has(name)) mistakes.push(`${token.rawName} is given twice`)
    else flags.set(name, token.value)
  }
  return flags
}

/** In `--host --port 1` the value of `--host` is missing. It is not '--port'. */
const isFlag = ({ value, inlineValue }: { value?: string; inlineValue?: boolean }) =>
  !inlineValue && value?.startsWith('--') === true

/** The output of `foyer-gate --help`. */
export function helpText(): string {
  const rows = settingNames.map(
    (name) => `  --${name.padEnd(24)}${variableOf(name).padEnd(29)}${settingHelp[name]}`,
  )
  return [
    'foyer-gate: a reverse proxy that lets only signed-in users through to the application',
    '',
    'Usage: foyer-gate --upstream URL --login URL --public-url ORIGIN …',
    '',
    'Each setting is a flag or an environment variable; the flag wins.',
    '',
    'foyer-gate keys list|rotate|retire shows and changes the keys.',
    'foyer-gate migrate-store makes the tables in the database.',
    '',
    ...rows,
    '',
  ].join('\n')
}
