import type { AccessPolicy } from '@foyer/contract/access-policy'
import { completeMethod } from '@foyer/contract/complete-method'
import { parseConfig, type Config } from '@foyer/contract/config'
import type { SettingError } from '../settings/setting-error.ts'
import { takeDiscovery, type Discovery } from '../tenants/company-domains.ts'
import { offersAnywhere } from '../tenants/offered-methods.ts'
import { tenantOfNewUsers } from '../tenants/served-tenants.ts'
import { mailFeatures, type MailFeature } from '../mail/mail-features.ts'
import {
  linksInVain,
  offeredInVain,
  offeredWithoutFactor,
  readAccessPolicy,
  withoutVainLinks,
  withPolicyFactors,
} from './access-policy.ts'
import { isObject, parseConfigFile, settingOf, unreadKeys, type Json } from './config-file.ts'
import { methodErrors } from './method-rules.ts'
import { ownImages } from './own-images.ts'

type Environment = Record<string, string | undefined>

interface ConfigDeps {
  readFile: (path: string) => string
  /** Whether the page's own host serves a file at this path. */
  servesFile: (path: string) => boolean
}

interface ReadConfig {
  /** Null if it is invalid. */
  config: Config | null
  /** Null if there is none. */
  policy: AccessPolicy | null
  /** Null if no tenant has domains. */
  discovery: Discovery | null
  /** The enabled features that send email. */
  sendingMail: MailFeature[]
  errors: SettingError[]
}

/** Builds the config document from the environment and the config file. */
export function readConfig(environment: Environment, deps: ConfigDeps): ReadConfig {
  const whole = readConfigFile(environment['FOYER_CONFIG_FILE'], deps.readFile)
  const { discovery, ...file } = takeDiscovery(whole.document)
  const access = readAccessPolicy(environment['FOYER_POLICY_FILE'], deps.readFile)
  const emulatorUrl = environment['FOYER_EMULATOR_URL']
  const parsed = parseConfig({
    ...file.document,
    apiKey: environment['FOYER_API_KEY'],
    authDomain: environment['FOYER_AUTH_DOMAIN'],
    productURL: environment['FOYER_PRODUCT_URL'],
    functionUrl: environment['FOYER_FUNCTION_URL'],
    ...(emulatorUrl === undefined ? {} : { emulatorUrl }),
  })
  const single = parsed.ok
    ? []
    : parsed.errors.map(({ key, message }) => ({ key: settingOf(key), message }))
  const read: unknown = parsed.ok ? parsed.config : parsed.read
  const sendingMail: MailFeature[] = [
    ...mailFeatures.filter((feature) =>
      feature === 'domains' ? discovery?.mode === 'code' : file.document[feature] === true,
    ),
    // Without email, nobody could get a new password.
    ...(['password', 'emailLink'] as const).filter(
      (method) => parsed.ok && offersAnywhere(method, parsed.config),
    ),
  ]
  return {
    config: parsed.ok ? completeConfig(parsed.config, access.policy) : null,
    policy: access.policy,
    discovery,
    sendingMail,
    errors: [
      ...whole.errors,
      ...file.errors.map(({ key, message }) => ({ key: settingOf(key), message })),
      ...access.errors,
      ...single,
      ...unreadKeys(file.document, read),
      ...noTenantErrors(file.document),
      ...missingImages(file.document, single, deps.servesFile),
      ...methodErrors(read),
      ...(parsed.ok && access.policy ? offeredInVain(parsed.config, access.policy) : []),
      ...(parsed.ok && access.policy ? linksInVain(parsed.config, access.policy) : []),
      ...(parsed.ok ? offeredWithoutFactor(withFactors(parsed.config, access.policy)) : []),
      ...(sendingMail.includes('selfRegistration') ? newUserErrors(file.document, single) : []),
    ],
  }
}

function completeConfig(config: Config, policy: AccessPolicy | null): Config {
  const offered = withFactors(config, policy)
  return withCompleteMethods(policy ? withoutVainLinks(offered, policy) : offered)
}

function withFactors(config: Config, policy: AccessPolicy | null): Config {
  return policy ? withPolicyFactors(config, policy) : config
}

/** The page knows little about providers, so the document has what it needs. */
function withCompleteMethods({ methods, tenants, ...config }: Config): Config {
  const complete = (own: Config['methods']) => own && { methods: own.map(completeMethod) }
  return {
    ...config,
    ...complete(methods),
    ...(tenants && {
      tenants: Object.fromEntries(
        Object.entries(tenants).map(([id, { methods: own, ...tenant }]) => [
          id,
          { ...tenant, ...complete(own) },
        ]),
      ),
    }),
  }
}

function readConfigFile(path: string | undefined, readFile: (path: string) => string) {
  if (path === undefined) return { document: {}, errors: [] }
  try {
    return parseConfigFile(readFile(path))
  } catch {
    return { document: {}, errors: [{ key: 'FOYER_CONFIG_FILE', message: 'cannot be read' }] }
  }
}

/** Without this check, only users would notice a broken image. */
function missingImages(
  document: Json,
  single: readonly SettingError[],
  servesFile: ConfigDeps['servesFile'],
): SettingError[] {
  const invalid = new Set(single.map(({ key }) => key))
  return ownImages(document)
    .map(({ key, path }) => ({ key: settingOf(key), path }))
    .filter(({ key, path }) => !invalid.has(key) && !servesFile(path))
    .map(({ key }) => ({ key, message: 'names a path at which FOYER_PAGE_DIR has no image' }))
}

/** It would refuse every sign-in request. */
function noTenantErrors({ tenants }: Json): SettingError[] {
  const isEmpty = isObject(tenants) && Object.keys(tenants).length === 0
  return isEmpty
    ? [{ key: settingOf('tenants'), message: 'names no tenant: without the key, all are served' }]
    : []
}

function newUserErrors({ tenants }: Json, single: readonly SettingError[]): SettingError[] {
  const isUnclear = single.some(({ key }) => key.startsWith(settingOf('tenants').slice(0, -1)))
  if (isUnclear || tenantOfNewUsers(tenants as Config['tenants']) !== undefined) return []
  return [
    {
      key: settingOf('selfRegistration'),
      message:
        'needs to know where new users belong: name one tenant alone, or the project by _ and its number',
    },
  ]
}
