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
  return wrongOffers(config, ({ tid, tenant }) => {
    const tenantId = tid === projectPlaceholder || isProjectTid(tid) ? null : tid
    return methodsOf(config, tenant)
      .map(idOf)
      .filter((id) => isRejected(policy, id, tenantId))
      .map((id) => (id === 'emailLink' ? 'emailLink (the provider password)' : id))
      .map((id) => `offers ${id}, which ${key} does not allow`)
  })
}

/** The mistakes in the methods of each tenant, under the setting that has them. */
function wrongOffers(
  { tenants }: Config,
  mistakesOf: (offer: { tid: string; tenant: Tenant | undefined }) => string[],
): SettingError[] {
  const found = new Map<string, SettingError & { tids: string[] }>()
  for (const [tid, tenant] of Object.entries(tenants ?? { [projectPlaceholder]: undefined })) {
    const isOwn = tenant?.methods !== undefined
    const key = settingOf(isOwn ? `tenants.${tid}.methods` : 'methods')
    for (const message of mistakesOf({ tid, tenant })) {
      const same = found.get(`${key} ${message}`) ?? { key, message, tids: [] }
      if (tenants !== undefined && !isOwn) same.tids.push(tid)
      found.set(`${key} ${message}`, same)
    }
  }
  return [...found.values()].map(({ key, message, tids: [first, ...others] }) => ({
    key,
    message:
      first === undefined
        ? message
        : `${message}, in tenant ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`,
  }))
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
  return wrongOffers(config, ({ tenant }) => {
    const isWrong =
      secondFactorsOf(config, tenant).length > 0 &&
      methodsOf(config, tenant).map(idOf).includes('phone')
    return isWrong
      ? [
          'offers phone, whose accounts can have no second factor, where a second factor is required',
        ]
      : []
  })
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
