import { isTid } from '@foyer/iap-sign-in/tenant-id'
import * as v from 'valibot'
import { entryOf } from './served-tenants.ts'
import { text } from './branding-values.ts'

/** The key of a claim, or the keys that lead to it: `role`, or `["firebase", "sign_in_attributes", "groups"]`. */
const claimPath = v.union(
  [text, v.pipe(v.array(text), v.minLength(1))],
  'must be the name of a claim, or a list of names that leads to it',
)

const ruleEntries = {
  /** As in the ID token: `google.com`, `phone`, `password`, `custom`, `oidc.…`, `saml.…`. */
  providers: v.exactOptional(
    listOf(
      v.pipe(
        v.string(),
        v.regex(/^[a-z0-9][\w.-]{0,99}$/, 'must be a provider id, such as google.com'),
      ),
    ),
  ),
  secondFactor: v.exactOptional(v.literal('required', 'must be required')),
  /** The verified email address must be at one of them. */
  emailDomains: v.exactOptional(
    listOf(
      v.pipe(
        v.string(),
        v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be a domain in lower case'),
      ),
    ),
  ),
  /** Each of them must have one of its values, or contain it if the claim is a list. */
  claims: v.exactOptional(
    listOf(
      v.strictObject({
        claim: claimPath,
        oneOf: listOf(
          v.union([v.string(), v.number(), v.boolean()], 'must be a text, a number, true or false'),
        ),
      }),
    ),
  ),
}

/** Valibot ignores them, because every object of JavaScript has them. */
const ignoredKeys = ['__proto__', 'prototype', 'constructor']

const rule = objectOf(v.strictObject(ruleEntries))

const tenantId = v.pipe(
  v.string(),
  v.check(isTid, 'is no tenant id: letters, digits and hyphens, or _ and the project number'),
)

const pathRule = v.pipe(
  v.strictObject({
    /** With a slash at its end, everything below it too. */
    path: v.pipe(
      v.string(),
      v.regex(
        /^\/(?:[\w.~-]+\/)*(?:[\w.~-]+)?$/,
        'must begin with /, and have only letters, digits, hyphens, dots, underscores and tildes',
      ),
      v.check((path) => !/\.(?:\/|$)/.test(path), 'has a name that ends with a dot'),
    ),
    /** Without a session too. */
    access: v.exactOptional(v.literal('public', 'must be public')),
    tenants: v.exactOptional(listOf(tenantId)),
    ...ruleEntries,
  }),
  v.check(
    ({ access, path: _path, ...rule }) => access === undefined || Object.keys(rule).length === 0,
    'has a rule for accounts, and access for everyone',
  ),
)

const policySchema = v.pipe(
  v.strictObject({
    /** The rule of each tenant. An account of another tenant may not sign in, unless there is a rule for it in `others`. */
    tenants: v.exactOptional(objectOf(v.record(tenantId, rule, 'must map tenant ids to rules'))),
    others: v.exactOptional(rule),
    /** If there are any, a path without a rule is for nobody. */
    paths: v.exactOptional(
      v.pipe(
        listOf(pathRule),
        v.check(
          (rules) => new Set(rules.map(({ path }) => spelling(path))).size === rules.length,
          'must name each path once, in one spelling, with or without a slash at its end',
        ),
      ),
    ),
  }),
  v.check((policy) => Object.keys(policy).length > 0, 'must have a rule'),
)

/** Which accounts may sign in, and which may open which paths. The gate and the server read it from one file. */
export type AccessPolicy = v.InferOutput<typeof policySchema>
export type AccessRule = NonNullable<AccessPolicy['others']>
export type PathRule = NonNullable<AccessPolicy['paths']>[number]

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

/** Reports every error at once. An unknown key is an error, because a misspelled rule would allow everything. */
export function parseAccessPolicy(document: unknown): ParsedPolicy {
  const result = v.safeParse(policySchema, document, { abortPipeEarly: true })
  if (result.success) return { ok: true, policy: result.output }
  return {
    ok: false,
    errors: result.issues.map((issue) => {
      const path = v.getDotPath(issue) ?? 'the document'
      return `${path} ${issue.type === 'strict_object' ? describeObject(issue) : issue.message}`
    }),
  }
}

/** Whether the account of this ID token may sign in. Null if it may. */
export function checkSignIn(policy: AccessPolicy, account: Account): Rejection | null {
  const { tenants, others } = policy
  if (tenants === undefined && others === undefined) return null
  const entry = entryOf(tenants ?? {}, account.firebase.tenant ?? null)
  const rule = entry === undefined ? others : tenants?.[entry]
  return rule === undefined ? { reason: 'tenant' } : checkRule(rule, account)
}

/** Whether an account may open the paths of a rule. */
export function checkPath(rule: PathRule, account: Account): Rejection | null {
  const { tenants } = rule
  if (tenants !== undefined) {
    const listed = Object.fromEntries(tenants.map((id) => [id, true]))
    if (entryOf(listed, account.firebase.tenant ?? null) === undefined) return { reason: 'tenant' }
  }
  return checkRule(rule, account)
}

/** The claims that the rules of a policy read. */
export function claimsOf({ tenants, others, paths }: AccessPolicy): (readonly string[])[] {
  const rules: AccessRule[] = [
    ...Object.values(tenants ?? {}),
    ...(others ? [others] : []),
    ...(paths ?? []),
  ]
  return rules.flatMap(({ claims = [] }) => claims.map(({ claim }) => [claim].flat()))
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
function domainOf({ email, email_verified: isVerified }: Account): string {
  if (isVerified !== true || !email?.includes('@')) return ''
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

function hasOneOf(
  account: Account,
  path: readonly string[],
  oneOf: readonly (string | number | boolean)[],
): boolean {
  let value: unknown = account
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
    value = (value as Record<string, unknown>)[key]
  }
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return oneOf.some((wanted) => values.includes(wanted))
}

/** Valibot takes a list for an object without keys, which would be a rule without conditions. */
function objectOf<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(
    v.unknown(),
    v.check((input) => !Array.isArray(input), 'must be an object'),
    v.check(
      (input) => !ignoredKeys.some((key) => Object.hasOwn(Object(input) as object, key)),
      'must not have a key __proto__, prototype or constructor',
    ),
    item,
  )
}

function listOf<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(item, 'must be a list'), v.minLength(1, 'must not be empty'))
}

/** What the spellings of a path have in common that an application may read alike. */
const spelling = (path: string) => path.toLowerCase().replace(/\/$/, '')

function describeObject({ expected, received }: v.BaseIssue<unknown>): string {
  if (expected === 'never') return 'is unknown'
  return received === 'undefined' ? 'is missing' : 'must be an object'
}
