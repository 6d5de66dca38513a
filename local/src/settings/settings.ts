import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LocalError } from './local-error.ts'

/** What listens where. The offset is counted from the base, which is the login page's port. */
const places = {
  login: { offset: 0, what: 'the login page' },
  server: { offset: 1, what: 'the login server' },
  gate: { offset: 100, what: 'the gate' },
  tenantsGate: { offset: 101, what: 'the gate with two tenants' },
  app: { offset: 200, what: 'the sample application' },
  tenantsApp: { offset: 201, what: 'the sample application of the two tenants' },
  emulator: { offset: 300, what: 'the identity emulator' },
  emulatorHub: { offset: 301, what: "the identity emulator's hub" },
  emulatorLogging: { offset: 302, what: "the identity emulator's log" },
  mail: { offset: 400, what: 'the mail server' },
} as const

export type Place = keyof typeof places
export type Ports = Readonly<Record<Place, number>>

export interface Settings {
  ports: Ports
  loginOrigin: string
  gateOrigin: string
  tenantsGateOrigin: string
  /** Logs, the gates' keys and the emulator's files of this stack alone. */
  dataFolder: string
  /** How long a session at the gate with two tenants lives, in seconds; null leaves it to the gate. */
  tenantsSessionSeconds: string | null
  /** A Postgres for the server's rows; null keeps them in the data folder. */
  databaseUrl: string | null
}

export const allPlaces = Object.keys(places) as Place[]
export const describePlace = (place: Place) => places[place].what
export const flagOf = (place: Place) => `--${dashed(place)}-port`
export const variableOf = (place: Place) =>
  `FOYER_${dashed(place).replaceAll('-', '_').toUpperCase()}_PORT`

// Browsers, and Node's fetch, refuse to open these (https://fetch.spec.whatwg.org/#bad-port).
const REFUSED_BY_BROWSERS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
])

const DEFAULT_BASE = 4000
const BASE_FLAG = '--port-base'
const BASE_VARIABLE = 'FOYER_PORT_BASE'
const DATABASE_FLAG = '--database'
const DATABASE_VARIABLE = 'FOYER_DATABASE_URL'

/** A flag wins over the environment. Throws one LocalError that names every mistake. */
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
    allPlaces.map((place) => [
      place,
      read(flagOf(place), variableOf(place), base + places[place].offset),
    ]),
  ) as Record<Place, number>

  const databaseUrl = flags[DATABASE_FLAG.slice(2)] ?? (env[DATABASE_VARIABLE] || null)
  if (databaseUrl !== null && !/^postgres(?:ql)?:\/\/./.test(databaseUrl)) {
    // Without the address, which holds a password.
    mistakes.push(`${DATABASE_FLAG} (or ${DATABASE_VARIABLE}): not a URL such as postgres://….`)
  }

  if (mistakes.length === 0) mistakes.push(...conflicts(ports))
  if (mistakes.length > 0) throw new LocalError('invalid-setting', mistakes.join('\n'))

  return {
    ports,
    loginOrigin: `http://localhost:${ports.login}`,
    gateOrigin: `http://localhost:${ports.gate}`,
    tenantsGateOrigin: `http://localhost:${ports.tenantsGate}`,
    dataFolder: join(root, '.local', String(ports.login)),
    // The gate validates it, with a message of its own.
    tenantsSessionSeconds: env['FOYER_TENANTS_SESSION_SECONDS'] || null,
    databaseUrl,
  }
}

function readFlags(argv: string[]): Record<string, string | undefined> {
  const ports = [BASE_FLAG, ...allPlaces.map(flagOf)]
  const options = Object.fromEntries(
    [...ports, DATABASE_FLAG].map((name) => [name.slice(2), { type: 'string' as const }]),
  )
  try {
    return parseArgs({ args: argv, options }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new LocalError(
      'invalid-setting',
      `${reason}\nKnown: ${ports.join(', ')}, each with a port, and ${DATABASE_FLAG}.`,
    )
  }
}

function conflicts(ports: Ports): string[] {
  return allPlaces.flatMap((place, index) => {
    const port = ports[place]
    const rival = allPlaces.slice(0, index).find((other) => ports[other] === port)
    if (rival !== undefined)
      return [`${flagOf(place)}: port ${port} is taken by ${describePlace(rival)}.`]
    if (port > 65_535) return [`${flagOf(place)}: ${port} is above 65535.`]
    if (REFUSED_BY_BROWSERS.has(port))
      return [`${flagOf(place)}: browsers refuse to open port ${port}.`]
    return []
  })
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
