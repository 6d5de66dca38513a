import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DEMO_API_KEY,
  DEMO_PROJECT,
  DEMO_PROJECT_NUMBER,
  demoTenants,
} from '../emulator/demo-accounts.ts'
import { trustedDirectories } from '../providers/directories.ts'
import { GOOGLE_CLIENT_ID, MICROSOFT_CLIENT_ID } from '../providers/providers.ts'
import type { Settings } from '../settings/settings.ts'
import { partEnvironment } from '../parts/environment.ts'
import type { PartPlan } from '../parts/part.ts'

const HOST = '127.0.0.1'

/** Keys that the server shares with the simulated other systems. */
export interface ServerKeys {
  provisioning: Buffer
  /** The key of the system that creates invitations. */
  partner: Buffer
  /** Only used with an external database. With the embedded store the server creates its own. */
  signing: Buffer
}

export const PARTNER = 'demo-partner'

/** On the page, the gate's pages and in emails. */
export const PRODUCT_NAME = 'Foyer Demo'
export const HELP_CONTACT = 'help@example.com'

export const serverDataFolder = ({ dataFolder }: Settings) => join(dataFolder, 'server')
/** The file with the server's settings, for operator commands: `node --env-file=…`. */
export const serverEnvironmentFile = ({ dataFolder }: Settings) => join(dataFolder, 'server.env')

export function serverPart(
  settings: Settings,
  root: string,
  env: NodeJS.ProcessEnv,
  keys: ServerKeys,
): PartPlan {
  const { ports, dataFolder } = settings
  const configFile = join(dataFolder, 'config.json')
  writeFileSync(configFile, JSON.stringify(demoConfig(settings), null, 2))

  // The emulator's accounts do not survive a restart, so the rows about them must not either.
  rmSync(serverDataFolder(settings), { recursive: true, force: true })
  mkdirSync(serverDataFolder(settings), { mode: 0o700 })

  const own = serverSettings(settings, configFile, keys)
  const lines = Object.entries(own).map(([name, value]) => `${name}=${value}\n`)
  rmSync(serverEnvironmentFile(settings), { force: true })
  writeFileSync(serverEnvironmentFile(settings), lines.join(''), { mode: 0o600 })

  return {
    name: 'server',
    args: [join(root, 'apps', 'server', 'dist', 'main.js')],
    cwd: root,
    env: partEnvironment(env, own),
    readyUrl: `http://${HOST}:${ports.server}/healthz`,
  }
}

function serverSettings(
  settings: Settings,
  configFile: string,
  keys: ServerKeys,
): Record<string, string> {
  const { ports, loginOrigin, gateOrigin, tenantsGateOrigin, databaseUrl } = settings
  const standIns = `http://${HOST}:${ports.login}/local`
  return {
    FOYER_MODE: 'local',
    FOYER_HOST: HOST,
    FOYER_PORT: String(ports.server),
    FOYER_PUBLIC_URL: loginOrigin,
    FOYER_API_KEY: DEMO_API_KEY,
    FOYER_AUTH_DOMAIN: 'localhost',
    FOYER_PRODUCT_URL: `${gateOrigin}/`,
    FOYER_FUNCTION_URL: '/custom-token',
    FOYER_PROJECT_ID: DEMO_PROJECT,
    FOYER_CONFIG_FILE: configFile,
    FOYER_POLICY_FILE: join(import.meta.dirname, '..', '..', 'access-policy.json'),
    FOYER_GATE_ORIGINS: `${gateOrigin},${tenantsGateOrigin}`,
    FOYER_EMULATOR_URL: loginOrigin,
    FIREBASE_AUTH_EMULATOR_HOST: `${HOST}:${ports.emulator}`,
    FOYER_DATA: serverDataFolder(settings),
    ...(databaseUrl !== null && {
      DATABASE_URL: databaseUrl,
      FOYER_SIGNING_KEY: keys.signing.toString('base64'),
    }),
    FOYER_PARTNER_KEYS: `${PARTNER}:${keys.partner.toString('base64')}`,
    FOYER_MAIL_URL: `smtp://${HOST}:${ports.mail}`,
    FOYER_MAIL_FROM: 'Foyer Demo <foyer@example.com>',
    FOYER_GOOGLE_CLIENT_IDS: GOOGLE_CLIENT_ID,
    FOYER_MICROSOFT_CLIENT_IDS: MICROSOFT_CLIENT_ID,
    FOYER_MICROSOFT_DIRECTORIES: trustedDirectories.join(','),
    FOYER_GOOGLE_TOKENINFO_URL: `${standIns}/providers/google/tokeninfo`,
    FOYER_GRAPH_URL: `${standIns}/providers/microsoft`,
    FOYER_BREACHED_PASSWORDS_URL: `${standIns}/stolen-passwords`,
    FOYER_PROVISIONING_URL: `${standIns}/provisioning`,
    FOYER_PROVISIONING_KEY: keys.provisioning.toString('base64'),
    // Only the front proxy connects to the server.
    FOYER_TRUSTED_PROXIES: HOST,
  }
}

/** The optional keys of the page's config. The required ones are settings of the server. */
const demoConfig = ({ listsTenants }: Settings) => ({
  listTenants: listsTenants,
  methods: ['google.com', 'microsoft.com', 'phone'],
  countries: ['TR', 'DE', 'GB', 'NL', 'US'],
  selfRegistration: true,
  // The page serves only these tenants and the project level.
  tenants: {
    [`_${DEMO_PROJECT_NUMBER}`]: { name: 'Foyer Demo' },
    ...Object.fromEntries(demoTenants.map(({ id, ...tenant }) => [id, tenant])),
  },
  branding: {
    productName: PRODUCT_NAME,
    socialLinks: [
      { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
      { name: 'YouTube', url: 'https://www.youtube.com/' },
    ],
    providerUrl: { tr: 'https://example.com/tr', international: 'https://example.com/' },
  },
  help: { contact: HELP_CONTACT, statusUrl: 'https://status.example.com/' },
})
