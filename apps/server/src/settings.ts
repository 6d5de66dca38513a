import { fileURLToPath } from 'node:url'
import { parseConfig, type Config } from '@foyer/contract/config'
import type { NetworkList } from '@foyer/contract/networks'
import { isProjectId } from '@foyer/contract/project-id'
import * as v from 'valibot'
import type { StoreSettings } from './accounts/open-store.ts'
import {
  storeConflicts,
  storeEnvironment,
  toKeySettings,
  toStoreSettings,
  type KeySettings,
} from './accounts/store-settings.ts'
import { parseConfigFile, settingOf, unreadKeys } from './config/config-file.ts'
import type { ProviderSettings } from './custom-token/exchange-provider-token.ts'
import {
  providerEnvironment,
  providerStandIns,
  toProviderSettings,
} from './custom-token/provider-settings.ts'
import { toFault, type Fault } from './fault.ts'
import { proxyEnvironment } from './limits/client-address.ts'
import {
  mailConflicts,
  mailEnvironment,
  toMailSettings,
  type MailSettings,
} from './mail/mail-settings.ts'
import {
  metricsEnvironment,
  toMetricsSettings,
  type MetricsSettings,
} from './metrics/metrics-settings.ts'
import { tenantOfNewcomers } from './identity/served-tenants.ts'
import { isOrigin, isOriginPattern } from './origin.ts'
import { portSetting } from './port-setting.ts'
import {
  provisioningConflicts,
  provisioningEnvironment,
  toProvisioningSettings,
  type ProvisioningSettings,
} from './provisioning/provisioning-settings.ts'
import { settingList } from './setting-list.ts'

const environmentSchema = v.object({
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
})

type Parsed = v.InferOutput<typeof environmentSchema>
type Environment = Record<string, string | undefined>

export interface Settings {
  /** The one-machine stack: an emulator and stand-ins are believed, on loopback alone. */
  isLocal: boolean
  projectId: string | null
  host: string
  port: number
  /** The origin at which visitors see the page. */
  publicUrl: string
  pageDir: string
  logLevel: Parsed['FOYER_LOG_LEVEL']
  gateOrigins: string[]
  frameAncestors: string[]
  /** Whose helper pages are passed on under `/__/`, or null when none are. */
  authHelperOrigin: string | null
  providers: ProviderSettings
  provisioning: ProvisioningSettings | null
  store: StoreSettings
  keys: KeySettings
  mail: MailSettings | null
  metrics: MetricsSettings | null
  trustedProxies: NetworkList
  config: Config
}

/** Every fault is reported at once: an operator mends a deployment in one round. */
export function parseSettings(
  given: Environment,
  readFile: (path: string) => string,
): { ok: true; settings: Settings } | { ok: false; faults: Fault[] } {
  // An empty variable is how containers and shells write "not set".
  const environment = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const parsed = v.safeParse(environmentSchema, environment, { abortPipeEarly: true })
  const config = readConfig(environment, readFile)
  const faults = [
    ...(parsed.success ? conflicts(parsed.output, environment) : parsed.issues.map(toFault)),
    ...(parsed.success
      ? mailConflicts(parsed.output, config.value?.selfRegistration === true)
      : []),
    ...config.faults,
    ...newcomerFaults(config.value),
  ]
  if (!parsed.success || config.value === null || faults.length > 0) return { ok: false, faults }

  const { output } = parsed
  return {
    ok: true,
    settings: {
      isLocal: output.FOYER_MODE === 'local',
      projectId: output.FOYER_PROJECT_ID ?? null,
      host: output.FOYER_HOST,
      port: output.FOYER_PORT,
      publicUrl: output.FOYER_PUBLIC_URL,
      pageDir: output.FOYER_PAGE_DIR,
      logLevel: output.FOYER_LOG_LEVEL,
      gateOrigins: output.FOYER_GATE_ORIGINS,
      frameAncestors: output.FOYER_FRAME_ANCESTORS,
      authHelperOrigin:
        output.FOYER_AUTH_HELPER_PROXY === 'on'
          ? `https://${output.FOYER_PROJECT_ID}.firebaseapp.com`
          : null,
      providers: toProviderSettings(output),
      provisioning: toProvisioningSettings(output, output.FOYER_MODE === 'local'),
      store: toStoreSettings(output),
      keys: toKeySettings(output),
      mail: toMailSettings(output),
      metrics: toMetricsSettings(output),
      trustedProxies: output.FOYER_TRUSTED_PROXIES,
      config: config.value,
    },
  }
}

function readConfig(
  environment: Environment,
  readFile: (path: string) => string,
): { value: Config | null; faults: Fault[] } {
  const file = readConfigFile(environment['FOYER_CONFIG_FILE'], readFile)
  const emulatorUrl = environment['FOYER_EMULATOR_URL']
  const parsed = parseConfig({
    ...file.document,
    apiKey: environment['FOYER_API_KEY'],
    authDomain: environment['FOYER_AUTH_DOMAIN'],
    productURL: environment['FOYER_PRODUCT_URL'],
    functionUrl: environment['FOYER_FUNCTION_URL'],
    ...(emulatorUrl === undefined ? {} : { emulatorUrl }),
  })
  if (!parsed.ok) {
    const faults = parsed.faults.map(({ key, message }) => ({ key: settingOf(key), message }))
    return { value: null, faults: [...file.faults, ...faults] }
  }
  return {
    value: parsed.config,
    faults: [...file.faults, ...unreadKeys(file.document, parsed.config)],
  }
}

function readConfigFile(path: string | undefined, readFile: (path: string) => string) {
  if (path === undefined) return { document: {}, faults: [] }
  try {
    return parseConfigFile(readFile(path))
  } catch {
    return { document: {}, faults: [{ key: 'FOYER_CONFIG_FILE', message: 'cannot be read' }] }
  }
}

function newcomerFaults(config: Config | null): Fault[] {
  if (config?.selfRegistration !== true || tenantOfNewcomers(config.tenants) !== undefined)
    return []
  return [
    {
      key: settingOf('selfRegistration'),
      message:
        'needs to know where newcomers belong: name one tenant alone, or the project by _ and its number',
    },
  ]
}

/** Settings that are right alone and wrong together. */
function conflicts(settings: Parsed, environment: Environment): Fault[] {
  const faults = [
    ...provisioningConflicts(settings, settings.FOYER_MODE === 'local'),
    ...storeConflicts(settings),
  ]
  const refuse = (key: string, message: string) => faults.push({ key, message })

  if (settings.FOYER_MODE === 'local') {
    if (!['127.0.0.1', '::1', 'localhost'].includes(settings.FOYER_HOST))
      refuse('FOYER_HOST', 'must be a loopback address in local mode')
    if (!settings.FOYER_PUBLIC_URL.startsWith('http:'))
      refuse('FOYER_PUBLIC_URL', 'must be on http://localhost in local mode')
  } else {
    // An emulator signs in whoever asks: a production process must not come up beside one.
    const localAlone = [
      'FIREBASE_AUTH_EMULATOR_HOST',
      'FOYER_LOCAL_CRASH_FILE',
      ...providerStandIns,
    ]
    for (const key of ['FOYER_EMULATOR_URL', ...localAlone])
      if (environment[key] !== undefined) refuse(key, 'is for FOYER_MODE=local alone')
  }
  if (settings.FOYER_AUTH_HELPER_PROXY === 'on' && settings.FOYER_PROJECT_ID === undefined)
    refuse('FOYER_PROJECT_ID', 'is needed by FOYER_AUTH_HELPER_PROXY=on')
  if (!mayReceiveProviderTokens(environment['FOYER_FUNCTION_URL'], settings))
    refuse(
      'FOYER_FUNCTION_URL',
      'is on another origin than FOYER_PUBLIC_URL, which FOYER_FUNCTION_ORIGINS must then list',
    )
  return faults
}

/** The function is handed provider access tokens: one mistyped host would give them to a stranger. */
function mayReceiveProviderTokens(functionUrl: string | undefined, settings: Parsed): boolean {
  if (functionUrl === undefined || !URL.canParse(functionUrl)) return true
  const allowed = [settings.FOYER_PUBLIC_URL, ...settings.FOYER_FUNCTION_ORIGINS]
  return allowed.includes(new URL(functionUrl).origin)
}
