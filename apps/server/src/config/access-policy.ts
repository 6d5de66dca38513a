import {
  checkSignIn,
  needsSecondFactor,
  parsePolicyFile,
  type AccessPolicy,
  type ParsedPolicy,
} from '@foyer/contract/access-policy'
import { methodsOf, secondFactorsOf, type Config, type Tenant } from '@foyer/contract/config'
import { projectPlaceholder } from '@foyer/contract/served-tenants'
import { idOf } from '@foyer/contract/sign-in-methods'
import { isProjectTid } from '@foyer/iap-sign-in/tenant-id'
import type { SettingError } from '../settings/setting-error.ts'
import { tenantOfNewUsers } from '../tenants/served-tenants.ts'
import { settingOf } from './config-file.ts'

const key = 'FOYER_POLICY_FILE'

interface ReadPolicy {
  /** Null without a file. */
  policy: AccessPolicy | null
  errors: SettingError[]
}

/** Reads the file with the access policy, which the gate reads too. */
export function readAccessPolicy(
  path: string | undefined,
  readFile: (path: string) => string,
): ReadPolicy {
  if (path === undefined) return { policy: null, errors: [] }
  const parsed = parseFile(path, readFile)
  if (parsed === null) return { policy: null, errors: [{ key, message: 'cannot be read' }] }
  return parsed.ok
    ? { policy: parsed.policy, errors: [] }
    : {
        policy: null,
        errors: parsed.errors.map((error) => ({ key, message: `is not valid: ${error}` })),
      }
}

function parseFile(path: string, readFile: (path: string) => string): ParsedPolicy | null {
  try {
    return parsePolicyFile(readFile(path))
  } catch {
    return null
  }
}

/**
 * The page lets a user who has no second factor add one if the policy requires it. The config may say which factors can be
 * added.
 */
export function withPolicyFactors(config: Config, policy: AccessPolicy): Config {
  const factorsAt = (tenantId: string | null, tenant?: Tenant): Pick<Tenant, 'secondFactors'> => {
    const isListed = secondFactorsOf(config, tenant).length > 0
    return isListed || !needsSecondFactor(policy, tenantId)
      ? {}
      : { secondFactors: ['totp', 'phone'] }
  }
  const { tenants } = config
  if (tenants === undefined) return { ...config, ...factorsAt(null) }
  const entries = Object.entries(tenants).map(([id, tenant]): [string, Tenant] => [
    id,
    { ...tenant, ...factorsAt(isProjectTid(id) ? null : id, tenant) },
  ])
  return { ...config, tenants: Object.fromEntries(entries) }
}

/** The methods that the page offers to users whom the policy would then reject. */
export function offeredInVain(config: Config, policy: AccessPolicy): SettingError[] {
  const offers = Object.entries(config.tenants ?? { [projectPlaceholder]: undefined }).map(
    ([id, tenant]) => ({
      tenantId: id === projectPlaceholder || isProjectTid(id) ? null : id,
      at: tenant?.methods === undefined ? 'methods' : `tenants.${id}.methods`,
      methods: methodsOf(config, tenant),
    }),
  )
  const errors = offers.flatMap(({ tenantId, at, methods: offered }) =>
    offered
      .map(idOf)
      .filter((id) => isRejected(policy, id, tenantId))
      .map((id) => ({ key: settingOf(at), message: `offers ${id}, which ${key} does not allow` })),
  )
  // Tenants without methods of their own have the same ones.
  return [...new Map(errors.map((error) => [`${error.key} ${error.message}`, error])).values()]
}

/** Links in emails sign in with this provider. */
const linkProvider = 'custom'

/** Whether the policy rejects every user of a sign-in link in this tenant. `tid` is its key in the config. */
function rejectsLinksOf(policy: AccessPolicy, tid: string): boolean {
  return isRejected(policy, linkProvider, isProjectTid(tid) ? null : tid)
}

/** Whether the policy rejects every user of a sign-in link, in each tenant that is served. */
function rejectsLinks({ tenants }: Config, policy: AccessPolicy): boolean {
  // Without a list, every tenant may be served. None has the empty id, so the rule of others decides about it.
  const tids =
    tenants === undefined ? ['', ...Object.keys(policy.tenants ?? {})] : Object.keys(tenants)
  return tids.every((tid) => rejectsLinksOf(policy, tid))
}

/** The features whose users the policy would then reject, because they sign in with a link in an email. */
export function linksInVain(config: Config, policy: AccessPolicy): SettingError[] {
  const newUsers = tenantOfNewUsers(config.tenants)
  const isRegistrationInVain = newUsers !== undefined && isRejected(policy, linkProvider, newUsers)
  return [
    ...(config.selfRegistration === true && isRegistrationInVain ? ['selfRegistration'] : []),
    ...(config.signInLink === true && rejectsLinks(config, policy) ? ['signInLink'] : []),
  ].map((feature) => ({
    key: settingOf(feature),
    message: `needs the provider ${linkProvider}, which ${key} does not allow`,
  }))
}

/** Links are on by default. They are off where the policy rejects all their users, everywhere or in a tenant. */
export function withoutVainLinks(config: Config, policy: AccessPolicy): Config {
  const { tenants } = config
  if (rejectsLinks(config, policy)) return { ...config, signInLink: false }
  if (tenants === undefined || config.signInLink === false) return config
  const entries = Object.entries(tenants).map(([tid, tenant]): [string, Tenant] => [
    tid,
    rejectsLinksOf(policy, tid) ? { ...tenant, signInLink: false } : tenant,
  ])
  return { ...config, tenants: Object.fromEntries(entries) }
}

/** The methods whose accounts cannot have the second factor that is required: their users could never sign in. */
export function offeredWithoutFactor(config: Config): SettingError[] {
  const places: [at: string, tenant?: Tenant][] =
    config.tenants === undefined
      ? [['methods']]
      : Object.entries(config.tenants).map(([id, tenant]) => [
          tenant.methods === undefined ? 'methods' : `tenants.${id}.methods`,
          tenant,
        ])
  const wrong = places.filter(
    ([, tenant]) =>
      secondFactorsOf(config, tenant).length > 0 &&
      methodsOf(config, tenant).map(idOf).includes('phone'),
  )
  return [...new Set(wrong.map(([at]) => settingOf(at)))].map((key) => ({
    key,
    message:
      'offers phone where a second factor is required: an account with a phone number as its method can have none',
  }))
}

/** Whether every account with this provider is rejected. Other conditions depend on the account. */
export function isRejected(
  policy: AccessPolicy,
  provider: string,
  tenantId: string | null,
): boolean {
  // The service names a link and a password alike in its tokens.
  const signInProvider = provider === 'emailLink' ? 'password' : provider
  const firebase = {
    sign_in_provider: signInProvider,
    ...(tenantId !== null && { tenant: tenantId }),
  }
  const reason = checkSignIn(policy, { firebase })?.reason
  return reason === 'provider' || reason === 'tenant'
}
