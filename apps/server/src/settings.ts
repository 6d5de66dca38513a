import type { AccessPolicy } from '@foyer/contract/access-policy'
import type { Config } from '@foyer/contract/config'
import * as v from 'valibot'
import {
  authHelperEnvironment,
  authHelperRules,
  toAuthHelperSettings,
  type AuthHelperSettings,
} from './auth-helper/auth-helper-settings.ts'
import { configEnvironment, configRules } from './config/config-file.ts'
import { readConfig } from './config/read-config.ts'
import { crashEnvironment, crashRules, type CrashSettings } from './crash-points/crash-points.ts'
import {
  functionUrlEnvironment,
  functionUrlRules,
  providerEnvironment,
  providerRules,
  toProviderSettings,
  type ProviderSettings,
} from './custom-token/provider-settings.ts'
import {
  httpEnvironment,
  httpRules,
  toHttpSettings,
  type HttpSettings,
} from './http/http-settings.ts'
import {
  identityEnvironment,
  identityRules,
  type IdentitySettings,
} from './identity/identity-settings.ts'
import { logEnvironment, type LogSettings } from './log/log-settings.ts'
import { withSignInLink } from './mail/mail-features.ts'
import {
  mailEnvironment,
  mailFeatureRules,
  mailRules,
  toMailSettings,
  type MailSettings,
} from './mail/mail-settings.ts'
import {
  metricsEnvironment,
  toMetricsSettings,
  type MetricsSettings,
} from './metrics/metrics-settings.ts'
import {
  passwordEnvironment,
  passwordRules,
  toPasswordSettings,
  type PasswordSettings,
} from './password/password-settings.ts'
import { pageEnvironment, toPageSettings, type PageSettings } from './page/page-settings.ts'
import {
  provisioningEnvironment,
  provisioningRules,
  toProvisioningSettings,
  type ProvisioningSettings,
} from './provisioning/provisioning-settings.ts'
import type { Discovery } from './tenants/company-domains.ts'
import { isLocalMode, modeEnvironment, type ModeSettings } from './settings/mode-settings.ts'
import { readSecretFiles } from './settings/secret-files.ts'
import {
  brokenRules,
  toSettingError,
  unknownVariables,
  type Rule,
  type SettingError,
} from './settings/setting-error.ts'
import {
  storeEnvironment,
  storeRules,
  toKeySettings,
  toStoreSettings,
  type KeySettings,
  type StoreSettings,
} from './store/store-settings.ts'

type Environment = Record<string, string | undefined>

/** The settings of the server. Each folder defines its own part. */
export interface Settings
  extends
    ModeSettings,
    HttpSettings,
    LogSettings,
    PageSettings,
    AuthHelperSettings,
    IdentitySettings,
    PasswordSettings,
    CrashSettings {
  providers: ProviderSettings
  provisioning: ProvisioningSettings | null
  store: StoreSettings
  keys: KeySettings
  mail: MailSettings | null
  metrics: MetricsSettings | null
  config: Config
  /** Null if every account of the tenants is allowed. */
  policy: AccessPolicy | null
  /** How users find their company. Null if no tenant has domains. */
  discovery: Discovery | null
}

/** All variables that the server reads, each validated separately. */
const environmentSchema = v.object({
  ...modeEnvironment,
  ...httpEnvironment,
  ...logEnvironment,
  ...pageEnvironment,
  ...authHelperEnvironment,
  ...identityEnvironment,
  ...providerEnvironment,
  ...functionUrlEnvironment,
  ...provisioningEnvironment,
  ...storeEnvironment,
  ...mailEnvironment,
  ...passwordEnvironment,
  ...metricsEnvironment,
  ...configEnvironment,
  ...crashEnvironment,
})

type Variables = v.InferOutput<typeof environmentSchema>

/** Rules for settings that are valid separately but not together. */
const settingRules: Rule<Variables>[] = [
  ...provisioningRules,
  ...storeRules,
  ...mailRules,
  ...httpRules,
  ...configRules,
  ...identityRules,
  ...crashRules,
  ...providerRules,
  ...authHelperRules,
  ...functionUrlRules,
  ...passwordRules,
]

/**
 * Reports all errors together, so that an operator can fix them in one step.
 *
 * @param servesFile whether the built page in a folder has a file at a path
 */
export function parseSettings(
  given: Environment,
  readFile: (path: string) => string,
  servesFile: (pageDir: string, path: string) => boolean = () => true,
): { ok: true; settings: Settings } | { ok: false; errors: SettingError[] } {
  const secrets = readSecretFiles(given, readFile)
  const { environment } = secrets
  const parsed = v.safeParse(environmentSchema, environment, { abortPipeEarly: true })
  const single = (parsed.issues ?? []).map(toSettingError)
  // An invalid variable is in here unparsed. No rule reads it.
  const output = parsed.output as Variables
  const hasPage = servesFile(output.FOYER_PAGE_DIR, '/index.html')
  const { config, policy, discovery, sendingMail, errors } = readConfig(environment, {
    readFile,
    servesFile: (path) => !hasPage || servesFile(output.FOYER_PAGE_DIR, path),
  })
  const allErrors = [
    ...secrets.errors,
    ...single,
    ...(hasPage ? [] : [{ key: 'FOYER_PAGE_DIR', message: 'holds no built page' }]),
    // A developer's shell may also have variables of the local stack and of tests.
    ...(output.FOYER_MODE === 'local'
      ? []
      : unknownVariables(environment, Object.keys(environmentSchema.entries))),
    ...brokenRules(settingRules, output, single),
    ...sendingMail
      .slice(0, 1)
      .flatMap((feature) => brokenRules(mailFeatureRules(feature), output, single)),
    ...(discovery?.mode === 'direct'
      ? brokenRules(mailFeatureRules('domains', ['FOYER_PROJECT_ID']), output, single)
      : []),
    ...errors,
  ]
  return config === null || allErrors.length > 0
    ? { ok: false, errors: allErrors }
    : { ok: true, settings: { ...toSettings(output, config), policy, discovery } }
}

function toSettings(output: Variables, config: Config): Omit<Settings, 'policy' | 'discovery'> {
  const isLocal = isLocalMode(output)
  const mail = toMailSettings(output)
  return {
    isLocal,
    ...toHttpSettings(output),
    ...toPageSettings(output),
    ...toAuthHelperSettings(output),
    ...toPasswordSettings(output),
    projectId: output.FOYER_PROJECT_ID ?? null,
    logLevel: output.FOYER_LOG_LEVEL,
    crashFile: output.FOYER_LOCAL_CRASH_FILE ?? null,
    providers: toProviderSettings(output),
    provisioning: toProvisioningSettings(output, isLocal),
    store: toStoreSettings(output),
    keys: toKeySettings(output),
    mail,
    metrics: toMetricsSettings(output),
    config: withSignInLink(config, mail !== null && output.FOYER_PROJECT_ID !== undefined),
  }
}
