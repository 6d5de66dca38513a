import * as v from 'valibot'
import { domainOfAddress } from './email-address.ts'
import { parseJsonFile } from './json-file.ts'
import { policySchema, type AccessPolicy, type AccessRule, type PathRule } from './policy-schema.ts'
import { entryOf } from './served-tenants.ts'

export type { AccessPolicy, ClaimPath, PathRule } from './policy-schema.ts'

/** What a rule needs to know of an account: the claims of its ID token. */
export interface Account {
  email?: string | undefined
  email_verified?: boolean | undefined
  firebase: {
    tenant?: string | undefined
    sign_in_provider: string
    sign_in_second_factor?: unknown
    [more: string]: unknown
  }
  [claim: string]: unknown
}

/** The first condition that an account does not meet. */
export type Rejection =
  | { reason: 'tenant' }
  | { reason: 'provider'; allowed: readonly string[] }
  | { reason: 'email-domain' }
  | { reason: 'claim' }
  | { reason: 'second-factor' }

export type ParsedPolicy = { ok: true; policy: AccessPolicy } | { ok: false; errors: string[] }

export function parsePolicyFile(file: string): ParsedPolicy {
  const parsed = parseJsonFile(file)
  return parsed.ok ? parseAccessPolicy(parsed.document) : { ok: false, errors: [parsed.error] }
}

/** Reports every error at once. An unknown key is an error, because a misspelled rule would allow everything. */
function parseAccessPolicy(document: unknown): ParsedPolicy {
  const result = v.safeParse(policySchema, document, { abortPipeEarly: true })
  if (result.success) return { ok: true, policy: result.output }
  return {
    ok: false,
    errors: result.issues.map((issue) => {
      const path = v.getDotPath(issue) ?? 'the document'
      const type: string = issue.type
      return `${path} ${type === 'object_with_rest' ? describeObject(issue) : issue.message}`
    }),
  }
}

/** Whether the account of this ID token may sign in. Null if it may. */
export function checkSignIn(policy: AccessPolicy, account: Account): Rejection | null {
  const tenantId = account.firebase.tenant ?? null
  if (!admitsTenant(policy, tenantId)) return { reason: 'tenant' }
  const rule = ruleOf(policy, tenantId)
  return rule === undefined ? null : checkRule(rule, account)
}

/** Whether the policy has a rule by which accounts of a tenant may sign in. Null is the project itself. */
export function admitsTenant(policy: AccessPolicy, tenantId: string | null): boolean {
  const hasRules = policy.tenants !== undefined || policy.others !== undefined
  return !hasRules || ruleOf(policy, tenantId) !== undefined
}

/** Whether every account of a tenant needs a second factor. Null is the project itself. */
export function needsSecondFactor(policy: AccessPolicy, tenantId: string | null): boolean {
  return ruleOf(policy, tenantId)?.secondFactor !== undefined
}

/** The paths, of any host, that accounts of a tenant can open only with a second factor. */
export function pathsWithFactor(
  { paths = [], hosts = {} }: AccessPolicy,
  tenantId: string | null,
): string[] {
  const all = [...paths, ...Object.values(hosts).flatMap((host) => host.paths ?? [])]
  return all
    .filter(({ secondFactor, tenants }) => secondFactor !== undefined && isAmong(tenants, tenantId))
    .map(({ path }) => path)
}

function ruleOf({ tenants, others }: AccessPolicy, tenantId: string | null) {
  const entry = entryOf(tenants ?? {}, tenantId)
  return entry === undefined ? others : tenants?.[entry]
}

/** Whether an account may open the paths of a rule. */
export function checkPath(rule: PathRule, account: Account): Rejection | null {
  return isAmong(rule.tenants, account.firebase.tenant ?? null)
    ? checkRule(rule, account)
    : { reason: 'tenant' }
}

/** Whether a list has a tenant. Without a list, every tenant counts. */
function isAmong(tenants: readonly string[] | undefined, tenantId: string | null): boolean {
  if (tenants === undefined) return true
  return entryOf(Object.fromEntries(tenants.map((id) => [id, true])), tenantId) !== undefined
}

/** The policy of one host. A host that it does not list is closed, if it lists any. */
export function policyOfHost({ hosts, ...policy }: AccessPolicy, host: string): AccessPolicy {
  if (hosts === undefined) return policy
  return { ...policy, ...(Object.hasOwn(hosts, host) ? hosts[host] : { paths: [] }) }
}

/** The tenants that a policy names anywhere. */
export function tenantsOf({ tenants = {}, paths = [], hosts = {} }: AccessPolicy): string[] {
  const ofHosts = Object.values(hosts).flatMap((host) => host.paths ?? [])
  return [...Object.keys(tenants), ...[...paths, ...ofHosts].flatMap((rule) => rule.tenants ?? [])]
}

/** The headers that a policy sets anywhere. */
export function headerNamesOf({ hosts = {}, ...rest }: AccessPolicy): string[] {
  const all = [rest, ...Object.values(hosts)].flatMap(({ headers, paths = [] }) => [
    headers,
    ...paths.map((rule) => rule.headers),
  ])
  return all.flatMap((headers) => Object.keys(headers ?? {}))
}

/** The claims that the rules and headers of a host's policy read. */
export function claimsOf({
  tenants,
  others,
  paths = [],
  headers = {},
}: AccessPolicy): (readonly string[])[] {
  const rules: AccessRule[] = [
    ...Object.values(tenants ?? {}),
    ...(others ? [others] : []),
    ...paths,
  ]
  const ofHeaders = [headers, ...paths.map((rule) => rule.headers ?? {})].flatMap(Object.values)
  return [
    ...rules.flatMap(({ claims = [] }) => claims.map(({ claim }) => [claim].flat())),
    ...ofHeaders.map((claim) => [claim].flat()),
  ]
}

function checkRule(rule: AccessRule, account: Account): Rejection | null {
  const { providers, emailDomains, claims = [], secondFactor } = rule
  const { sign_in_provider: provider, sign_in_second_factor: factor } = account.firebase
  if (providers !== undefined && !providers.includes(provider)) {
    return { reason: 'provider', allowed: providers }
  }
  if (emailDomains !== undefined && !emailDomains.includes(domainOf(account))) {
    return { reason: 'email-domain' }
  }
  if (!claims.every(({ claim, oneOf }) => hasOneOf(account, [claim].flat(), oneOf))) {
    return { reason: 'claim' }
  }
  // The last one, because a user can do something about it.
  const hasFactor = typeof factor === 'string' && factor !== ''
  if (secondFactor !== undefined && !hasFactor) return { reason: 'second-factor' }
  return null
}

/** The domain of an address that the user owns. */
function domainOf({ email = '', email_verified: isVerified }: Account): string {
  return isVerified === true ? domainOfAddress(email) : ''
}

function hasOneOf(
  account: Account,
  path: readonly string[],
  oneOf: readonly (string | number | boolean)[],
): boolean {
  const value = claimAt(provenClaims(account), path)
  if (value === undefined) return false
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return oneOf.some((wanted) => values.includes(wanted))
}

const emailClaims = [['email'], ['firebase', 'identities', 'email']]

/**
 * The claims without email addresses that were not verified: anyone can enter any address for an account of their own. They
 * are removed before a claim is read, because an object around them contains them too.
 */
export function provenClaims(account: Account): Account {
  if (account.email_verified === true) return account
  return emailClaims.reduce<Record<string, unknown>>(without, account) as Account
}

function without(
  value: Record<string, unknown>,
  [key = '', ...inner]: readonly string[],
): Record<string, unknown> {
  if (!Object.hasOwn(value, key)) return value
  const { [key]: found, ...others } = value
  if (inner.length === 0 || typeof found !== 'object' || found === null) return others
  return { ...value, [key]: without(found as Record<string, unknown>, inner) }
}

/** The claim to which these names lead. */
export function claimAt(account: Account, path: readonly string[]): unknown {
  let value: unknown = account
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

function describeObject({ received }: v.BaseIssue<unknown>): string {
  return received === 'undefined' ? 'is missing' : 'must be an object'
}
