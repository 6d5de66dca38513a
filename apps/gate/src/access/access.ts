import {
  checkPath,
  checkSignIn,
  claimsOf,
  type AccessPolicy,
  type PathRule,
  type Rejection,
} from '@foyer/contract/access-policy'
import type { User } from '../id-token/id-token-claims.ts'
import { findPathRule } from './path-rules.ts'

/** What the access policy says about a request's path. */
export type PathAccess =
  /** Everybody may open it, with or without a session. */
  | { kind: 'public' }
  /** Its rule decides for each account. Without a policy for paths, every account may open it. */
  | { kind: 'accounts'; rejectionOf: (user: User) => Rejection | null }
  /** No rule names it. */
  | { kind: 'nobody' }
  | { kind: 'ambiguous' }

/** The access policy of a running gate. */
export interface Access {
  /** Why an account may not be signed in. Null if it may. */
  rejectionOf(user: User): Rejection | null
  /** @param path without its query string */
  ofPath(path: string): PathAccess
  /** The claims that rules read, so a session needs them. */
  claims(): readonly (readonly string[])[]
  /** Returns whether something changed. Sessions that the new policy rejects end. */
  replace(policy: AccessPolicy | undefined): boolean
}

const everyAccount: PathAccess = { kind: 'accounts', rejectionOf: () => null }

export function createAccess(first: AccessPolicy | undefined): Access {
  let policy = first
  let verdicts = new WeakMap<User, Rejection | null>()
  let paths = new Map<string, PathAccess>()

  /** A request's session is the same object as long as it is remembered. */
  function rejectionOf(user: User): Rejection | null {
    if (policy === undefined) return null
    const known = verdicts.get(user)
    if (known !== undefined) return known
    const verdict = checkSignIn(policy, user)
    verdicts.set(user, verdict)
    return verdict
  }

  function ofPath(path: string): PathAccess {
    const rules = policy?.paths
    if (rules === undefined) return everyAccount
    const known = paths.get(path)
    if (known) return known
    const access = accessOf(findPathRule(rules, path))
    if (path.length > longestRemembered) return access
    if (paths.size >= rememberedPaths) paths = new Map()
    paths.set(path, access)
    return access
  }

  return {
    rejectionOf,
    ofPath,
    claims: () => (policy ? claimsOf(policy) : []),
    replace(next) {
      if (JSON.stringify(next) === JSON.stringify(policy)) return false
      policy = next
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

function accessOf(rule: ReturnType<typeof findPathRule>): PathAccess {
  if (rule === 'none') return { kind: 'nobody' }
  if (rule === 'ambiguous') return { kind: 'ambiguous' }
  if (rule.access === 'public') return { kind: 'public' }
  return accountsOf(rule)
}

const accountsOf = (rule: PathRule): PathAccess => ({
  kind: 'accounts',
  rejectionOf: (user) => checkPath(rule, user),
})
