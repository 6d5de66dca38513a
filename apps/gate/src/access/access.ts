import { hash } from 'node:crypto'
import {
  checkPath,
  checkSignIn,
  claimsOf,
  headerNamesOf,
  type AccessPolicy,
  type Rejection,
} from '@foyer/contract/access-policy'
import type { User } from '../id-token/id-token-claims.ts'
import { findPathRule } from './path-rules.ts'

/** A header that the application gets, and the claim in it. */
export type ClaimHeader = readonly [name: string, claim: readonly string[]]

/** What the access policy says about a request's path. */
export type PathAccess = { headers: readonly ClaimHeader[] } &
  /** Everybody may open it, with or without a session. */
  (
    | { kind: 'public' }
    /** Its rule decides for each account. Without a policy for paths, every account may open it. */
    | { kind: 'accounts'; rejectionOf: (user: User) => Rejection | null }
    /** No rule names it. */
    | { kind: 'nobody' }
    | { kind: 'ambiguous' }
  )

/** Claims that the access policy reads. */
export interface NeededClaims {
  /** Another one for other claims. */
  id: string
  paths: readonly (readonly string[])[]
}

/** The access policy of a running gate. */
export interface Access {
  /** Why an account may not be signed in. Null if it may. */
  rejectionOf(user: User): Rejection | null
  /** @param path without its query string */
  ofPath(path: string): PathAccess
  /** The names of all headers with claims, on any path. A client must not send them. */
  headerNames(): ReadonlySet<string>
  /** The claims that rules and headers read, so a session needs them. */
  claims(): NeededClaims
  /** The names of companies' providers, by their ids. */
  providerNames(): Readonly<Record<string, string>>
  /** Returns whether something changed. Sessions that the new policy rejects end. */
  replace(policy: AccessPolicy | undefined): boolean
}

const everyAccount = (headers: readonly ClaimHeader[]): PathAccess => ({
  kind: 'accounts',
  rejectionOf: () => null,
  headers,
})

/** What is read of a policy once. */
function digest(policy: AccessPolicy | undefined) {
  const ofAll = headersOf(policy?.headers)
  const claims = policy ? claimsOf(policy) : []
  return {
    ofAll,
    everyPath: everyAccount(ofAll),
    names: new Set(policy ? headerNamesOf(policy) : []),
    claims: { paths: claims, id: hash('sha256', JSON.stringify(claims), 'base64url').slice(0, 8) },
  }
}

/** @param first the policy of one host */
export function createAccess(first: AccessPolicy | undefined): Access {
  let policy = first
  let known = digest(policy)
  let verdicts = new WeakMap<User, Rejection | null>()
  let paths = new Map<string, PathAccess>()

  /** A request's session is the same object as long as it is remembered. */
  function rejectionOf(user: User): Rejection | null {
    if (policy === undefined) return null
    const before = verdicts.get(user)
    if (before !== undefined) return before
    const verdict = checkSignIn(policy, user)
    verdicts.set(user, verdict)
    return verdict
  }

  function ofPath(path: string): PathAccess {
    const rules = policy?.paths
    if (rules === undefined) return known.everyPath
    const remembered = paths.get(path)
    if (remembered) return remembered
    const access = accessOf(findPathRule(rules, path), known.ofAll)
    if (path.length > longestRemembered) return access
    if (paths.size >= rememberedPaths) paths = new Map()
    paths.set(path, access)
    return access
  }

  return {
    rejectionOf,
    ofPath,
    headerNames: () => known.names,
    claims: () => known.claims,
    providerNames: () => policy?.providerNames ?? {},
    replace(next) {
      if (JSON.stringify(next) === JSON.stringify(policy)) return false
      policy = next
      known = digest(next)
      verdicts = new WeakMap()
      paths = new Map()
      return true
    },
  }
}

/** Whether the policy for paths lets an account open a path, or everybody if there is no account. */
export function mayOpen(access: PathAccess, user: User | undefined): boolean {
  if (access.kind === 'public') return true
  return access.kind === 'accounts' && user !== undefined && !access.rejectionOf(user)
}

/** Paths of an application recur. */
const rememberedPaths = 1000
const longestRemembered = 200

function accessOf(
  rule: ReturnType<typeof findPathRule>,
  ofAll: readonly ClaimHeader[],
): PathAccess {
  if (rule === 'none') return { kind: 'nobody', headers: [] }
  if (rule === 'ambiguous') return { kind: 'ambiguous', headers: [] }
  const headers = [...ofAll, ...headersOf(rule.headers)]
  if (rule.access === 'public') return { kind: 'public', headers }
  return { kind: 'accounts', rejectionOf: (user) => checkPath(rule, user), headers }
}

const headersOf = (headers: AccessPolicy['headers'] = {}): ClaimHeader[] =>
  Object.entries(headers).map(([name, claim]) => [name, [claim].flat()])
