import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LocalError } from './local-error.ts'

/** The ports of the stack, relative to the base port, which is the login page's. */
const portList = {
  login: { offset: 0, what: 'the login page' },
  server: { offset: 1, what: 'the login server' },
  gate: { offset: 100, what: 'the gate' },
  tenantsGate: { offset: 101, what: 'the gate of the companies' },
  app: { offset: 200, what: 'the sample application' },
  tenantsApp: { offset: 201, what: 'the sample application of the companies' },
  emulator: { offset: 300, what: 'the identity emulator' },
  emulatorHub: { offset: 301, what: "the identity emulator's hub" },
  emulatorLogging: { offset: 302, what: "the identity emulator's log" },
  mail: { offset: 400, what: 'the mail server' },
  initech: { offset: 500, what: 'the sign-in server of the company Initech' },
} as const

export type PortName = keyof typeof portList
export type Ports = Readonly<Record<PortName, number>>

export interface Settings {
  ports: Ports
  loginOrigin: string
  gateOrigin: string
  tenantsGateOrigin: string
  /** The folder for this stack's logs, the gates' keys and the emulator's files. */
  dataFolder: string
  /** Whether the page lists the companies. Otherwise it asks for the work email. */
  listsTenants: boolean
  /** How many seconds a session lasts at the gate of the companies. Null for the gate's default. */
  tenantsSessionSeconds: string | null
  /** The URL of a Postgres for the server. Null for the embedded store in the data folder. */
  databaseUrl: string | null
}

export const portNames = Object.keys(portList) as PortName[]
export const describePort = (name: PortName) => portList[name].what
export const flagOf = (name: PortName) => `--${dashed(name)}-port`
export const variableOf = (name: PortName) =>
  `FOYER_${dashed(name).replaceAll('-', '_').toUpperCase()}_PORT`

// Browsers and Node's `fetch` refuse these ports (https://fetch.spec.whatwg.org/#bad-port).
const REFUSED_BY_BROWSERS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
])

const DEFAULT_BASE = 4000
const BASE_FLAG = '--port-base'
const BASE_VARIABLE = 'FOYER_PORT_BASE'
const DATABASE_FLAG = '--database'
const DATABASE_VARIABLE = 'FOYER_DATABASE_URL'
const LIST_FLAG = '--list-tenants'
const LIST_VARIABLE = 'FOYER_LIST_TENANTS'

/**
 * Flags have priority over the environment.
 *
 * @throws LocalError that lists every invalid setting
 */
export function readSettings(argv: string[], env: NodeJS.ProcessEnv, root: string): Settings {
  const flags = readFlags(argv)
  const mistakes: string[] = []
  const read = (flag: string, variable: string, otherwise: number) => {
    const fromFlag = flags[flag.slice(2)]
    const text = fromFlag ?? env[variable]
    if (text === undefined || text === '') return otherwise
    const port = Number(text)
    if (/^\d+$/.test(text) && port >= 1024 && port <= 65_535) return port
    mistakes.push(
      `${fromFlag === undefined ? variable : flag}: "${text}" is no port between 1024 and 65535.`,
    )
    return otherwise
  }

  const base = read(BASE_FLAG, BASE_VARIABLE, DEFAULT_BASE)
  const ports = Object.fromEntries(
    portNames.map((name) => [
      name,
      read(flagOf(name), variableOf(name), base + portList[name].offset),
    ]),
  ) as Record<PortName, number>

  const databaseUrl = flags[DATABASE_FLAG.slice(2)] ?? (env[DATABASE_VARIABLE] || null)
  if (databaseUrl !== null && !/^postgres(?:ql)?:\/\/./.test(databaseUrl)) {
    // The message does not contain the URL, which may contain a password.
    mistakes.push(`${DATABASE_FLAG} (or ${DATABASE_VARIABLE}): not a URL such as postgres://….`)
  }

  const listTenants = flags[LIST_FLAG.slice(2)] ?? (env[LIST_VARIABLE] || 'on')
  if (!['on', 'off'].includes(listTenants)) {
    mistakes.push(`${LIST_FLAG} (or ${LIST_VARIABLE}): must be on or off.`)
  }

  if (mistakes.length === 0) mistakes.push(...conflicts(ports))
  if (mistakes.length > 0) throw new LocalError('invalid-setting', mistakes.join('\n'))

  return {
    ports,
    loginOrigin: `http://localhost:${ports.login}`,
    gateOrigin: `http://localhost:${ports.gate}`,
    tenantsGateOrigin: `http://localhost:${ports.tenantsGate}`,
    dataFolder: join(root, '.local', String(ports.login)),
    listsTenants: listTenants === 'on',
    // The gate validates it and has its own error message.
    tenantsSessionSeconds: env['FOYER_TENANTS_SESSION_SECONDS'] || null,
    databaseUrl,
  }
}

function readFlags(argv: string[]): Record<string, string | undefined> {
  const ports = [BASE_FLAG, ...portNames.map(flagOf)]
  const options = Object.fromEntries(
    [...ports, DATABASE_FLAG, LIST_FLAG].map((name) => [
      name.slice(2),
      { type: 'string' as const },
    ]),
  )
  try {
    return parseArgs({ args: argv, options }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new LocalError(
      'invalid-setting',
      `${reason}\nKnown: ${ports.join(', ')}, each with a port, ${DATABASE_FLAG}, and ${LIST_FLAG}.`,
    )
  }
}

function conflicts(ports: Ports): string[] {
  return portNames.flatMap((name, index) => {
    const port = ports[name]
    const rival = portNames.slice(0, index).find((other) => ports[other] === port)
    if (rival !== undefined)
      return [`${flagOf(name)}: port ${port} is taken by ${describePort(rival)}.`]
    if (port > 65_535) return [`${flagOf(name)}: ${port} is above 65535.`]
    if (REFUSED_BY_BROWSERS.has(port))
      return [`${flagOf(name)}: browsers refuse to open port ${port}.`]
    return []
  })
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
