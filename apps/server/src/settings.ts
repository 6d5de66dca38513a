import type { Config } from '@foyer/contract/config'
import type { NetworkList } from '@foyer/contract/networks'
import * as v from 'valibot'
import type { StoreSettings } from './accounts/open-store.ts'
import { toKeySettings, toStoreSettings, type KeySettings } from './accounts/store-settings.ts'
import { readConfig } from './config/read-config.ts'
import type { ProviderSettings } from './custom-token/exchange-provider-token.ts'
import { toProviderSettings } from './custom-token/provider-settings.ts'
import { environmentSchema, type Variables } from './environment.ts'
import { brokenRules, toFault, unknownVariables, type Fault } from './fault.ts'
import { withSignInLink } from './mail/mail-features.ts'
import { mailFeatureRules, toMailSettings, type MailSettings } from './mail/mail-settings.ts'
import { toMetricsSettings, type MetricsSettings } from './metrics/metrics-settings.ts'
import {
  toProvisioningSettings,
  type ProvisioningSettings,
} from './provisioning/provisioning-settings.ts'
import { settingRules } from './setting-rules.ts'

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
  logLevel: Variables['FOYER_LOG_LEVEL']
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

/**
 * Every fault is reported at once: an operator fixes a deployment in one round.
 *
 * @param servesFile whether the built page in a folder has a file at a path
 */
export function parseSettings(
  given: Environment,
  readFile: (path: string) => string,
  servesFile: (pageDir: string, path: string) => boolean = () => true,
): { ok: true; settings: Settings } | { ok: false; faults: Fault[] } {
  // An empty variable is how containers and shells write "not set".
  const environment = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const parsed = v.safeParse(environmentSchema, environment, { abortPipeEarly: true })
  const single = (parsed.issues ?? []).map(toFault)
  // What is wrong by itself is in it as it was given, and read by no rule.
  const output = parsed.output as Variables
  const hasPage = servesFile(output.FOYER_PAGE_DIR, '/index.html')
  const { config, sendingMail, faults } = readConfig(environment, {
    readFile,
    servesFile: (path) => !hasPage || servesFile(output.FOYER_PAGE_DIR, path),
  })
  const allFaults = [
    ...single,
    ...(hasPage ? [] : [{ key: 'FOYER_PAGE_DIR', message: 'holds no built page' }]),
    // A developer's shell has variables of the local stack and its tests too.
    ...(output.FOYER_MODE === 'local'
      ? []
      : unknownVariables(environment, Object.keys(environmentSchema.entries))),
    ...brokenRules(settingRules, output, single),
    ...sendingMail
      .slice(0, 1)
      .flatMap((feature) => brokenRules(mailFeatureRules(feature), output, single)),
    ...faults,
  ]
  return config === null || allFaults.length > 0
    ? { ok: false, faults: allFaults }
    : { ok: true, settings: toSettings(output, config) }
}

function toSettings(output: Variables, config: Config): Settings {
  const mail = toMailSettings(output)
  return {
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
    mail,
    metrics: toMetricsSettings(output),
    trustedProxies: output.FOYER_TRUSTED_PROXIES,
    config: withSignInLink(config, mail !== null && output.FOYER_PROJECT_ID !== undefined),
  }
}
