import { isProjectTid, isTid } from '@foyer/iap-sign-in/tenant-id'
import * as v from 'valibot'
import { shortText, text } from './branding-values.ts'
import { emailDomain } from './email-domain.ts'

/** The key of a claim, or the keys that lead to it: `role`, or `["firebase", "sign_in_attributes", "groups"]`. */
const noClaim = 'must be the name of a claim, or a list of names that leads to it'
const claimPath = v.union([text, v.pipe(v.array(text), v.minLength(1, noClaim))], noClaim)

/** As ID tokens have it. A misspelled one would reject everybody. */
const providerId = matching(
  /^(?=.{1,100}$)(?:phone|password|custom|[a-z0-9][\w-]*\.[\w.-]+)$/,
  'must be phone, password (for email links too), custom, or the id of a provider, such as google.com',
)

const ruleEntries = {
  /** As in the ID token: `google.com`, `phone`, `password`, `custom`, `oidc.…`, `saml.…`. */
  providers: v.exactOptional(listOf(providerId)),
  secondFactor: v.exactOptional(v.literal('required', 'must be required')),
  /** The verified email address must be at one of them. */
  emailDomains: v.exactOptional(listOf(emailDomain)),
  /** Each of them must have one of its values, or contain it if the claim is a list. */
  claims: v.exactOptional(
    listOf(
      closedObject({
        claim: v.pipe(
          claimPath,
          v.check(
            (claim) => !['name', 'picture'].includes([claim].flat().join('.')),
            'is a claim that users can change themselves',
          ),
        ),
        oneOf: listOf(
          v.union([v.string(), v.number(), v.boolean()], 'must be a text, a number, true or false'),
        ),
      }),
    ),
  ),
}

/** Valibot ignores them, because every object of JavaScript has them. */
const ignoredKeys = ['__proto__', 'prototype', 'constructor']

const rule = objectOf(closedObject(ruleEntries))

const noTenantId = 'is no tenant id: letters, digits and hyphens, or _ and the project number'
const tenantId = v.pipe(v.string(noTenantId), v.check(isTid, noTenantId))

/** Other names have a meaning of their own, or other programs set them. */
const headerName = v.pipe(
  matching(
    /^(?:x|remote)-[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'is no name of a header in lower case that begins with x- or remote-',
  ),
  v.check(
    (name) =>
      !/^x-(?:goog|iap|original|rewrite)-|^x-(?:real-ip|request-id|requested-with)$/.test(name) &&
      !/^x-forwarded-(?!(?:user|email|groups|preferred-username)$)/.test(name),
    'is the name of a header that the gate or a proxy sets',
  ),
)

/** Headers for the application, with the claim of each. */
const headers = v.exactOptional(
  objectOf(v.record(headerName, claimPath, 'must map names of headers to claims')),
)

const pathRule = v.pipe(
  closedObject({
    /** With a slash at its end, everything below it too. */
    path: v.pipe(
      matching(
        /^\/(?:[\w.~-]+\/)*(?:[\w.~-]+)?$/,
        'must begin with /, and have only letters, digits, hyphens, dots, underscores and tildes',
      ),
      v.check((path) => !/\.(?:\/|$)/.test(path), 'has a name that ends with a dot'),
    ),
    /** Without a session too. */
    access: v.exactOptional(v.literal('public', 'must be public')),
    tenants: v.exactOptional(listOf(tenantId)),
    /** Besides those of all paths. */
    headers,
    ...ruleEntries,
  }),
  v.check(
    ({ access, path: _path, headers: _headers, ...rule }) =>
      access === undefined || Object.keys(rule).length === 0,
    'has a rule for accounts, and access for everyone',
  ),
)

const hostEntries = {
  headers,
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
}

interface HostRules {
  headers?: Record<string, unknown> | undefined
  paths?: readonly { headers?: Record<string, unknown> | undefined }[] | undefined
}

/** Two claims for one header would leave it open which counts. */
const setsEachHeaderOnce = ({ headers: ofAll = {}, paths = [] }: HostRules) =>
  paths.every((rule) =>
    Object.keys(rule.headers ?? {}).every((name) => !Object.hasOwn(ofAll, name)),
  )
const eachHeaderOnce = 'sets a header for all paths and for one of them'

const hostName = matching(
  /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/,
  'is no host name in lower case, with xn-- for other scripts, and with its port if it is not the usual one',
)

/** The document with the access policy. */
export const policySchema = v.pipe(
  closedObject({
    /** The rule of each tenant. An account of another tenant may not sign in, unless there is a rule for it in `others`. */
    tenants: v.exactOptional(
      v.pipe(
        objectOf(v.record(tenantId, rule, 'must map tenant ids to rules')),
        v.check(
          (rules) => Object.keys(rules).filter(isProjectTid).length <= 1,
          'has two rules for the accounts of the project',
        ),
      ),
    ),
    others: v.exactOptional(rule),
    ...hostEntries,
    /** The names of companies' providers, for the users whom a rule rejects. */
    providerNames: v.exactOptional(
      objectOf(v.record(providerId, shortText, 'must map provider ids to names')),
    ),
    /** The rules of each host, if a gate has several. */
    hosts: v.exactOptional(
      objectOf(
        v.record(
          hostName,
          objectOf(
            v.pipe(
              closedObject(hostEntries),
              v.check((rules) => setsEachHeaderOnce(rules), eachHeaderOnce),
            ),
          ),
          'must map host names to rules',
        ),
      ),
    ),
  }),
  v.check(
    ({ providerNames: _names, ...rules }) => Object.keys(rules).length > 0,
    'must have a rule',
  ),
  v.check((rules) => setsEachHeaderOnce(rules), eachHeaderOnce),
  v.check(
    ({ hosts, paths, headers: ofAll }) => !hosts || (paths === undefined && ofAll === undefined),
    'has paths or headers beside hosts: each host has its own',
  ),
)

/** Which accounts may sign in, and which may open which paths. The gate and the server read it from one file. */
export type AccessPolicy = v.InferOutput<typeof policySchema>
export type ClaimPath = v.InferOutput<typeof claimPath>
export type AccessRule = NonNullable<AccessPolicy['others']>
export type PathRule = NonNullable<AccessPolicy['paths']>[number]

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

function matching(pattern: RegExp, message: string) {
  return v.pipe(v.string(message), v.regex(pattern, message))
}

/** Reports each unknown key, not the first one alone. */
function closedObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  const schema: unknown = v.objectWithRest(
    entries,
    v.never('is not a known key: docs/gate.md lists them'),
  )
  return schema as v.StrictObjectSchema<Entries, undefined>
}

/** What the spellings of a path have in common that an application may read alike. */
const spelling = (path: string) => path.toLowerCase().replace(/\/$/, '')
