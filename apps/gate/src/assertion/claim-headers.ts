import { claimAt, provenClaims } from '@foyer/contract/access-policy'
import type { Access, ClaimHeader } from '../access/access.ts'
import type { User } from '../id-token/id-token-claims.ts'
import type { Session } from '../session/session.ts'
import type { Settings } from '../settings/settings.ts'
import { asHeaderBytes, type IdentifyTo, type IdentityHeaders } from './assertion.ts'

type Rules = Pick<Settings, 'passesUnverifiedEmail'>

/** Adds the headers that the access policy makes of claims. */
export function withClaimHeaders(
  identify: (session: Session) => ReturnType<IdentifyTo>,
  access: Pick<Access, 'ofPath'>,
  rules: Rules,
): IdentifyTo {
  return (session, path) => {
    const identity = identify(session)
    const { headers } = access.ofPath(path)
    if (headers.length === 0) return identity
    const claims = claimHeaders(session.user, headers, rules)
    const add = (ready: IdentityHeaders) => [...ready, ...claims]
    return identity instanceof Promise ? identity.then(add) : add(identity)
  }
}

/** Names and values in turn. A claim that the user does not have, or that is empty, gives no header. */
export function claimHeaders(
  user: User,
  headers: readonly ClaimHeader[],
  rules: Rules,
): IdentityHeaders {
  // Applications trust an email address, so one that is not verified is left out.
  const claims = rules.passesUnverifiedEmail ? user : provenClaims(user)
  return headers.flatMap(([name, claim]) => {
    const text = textOf(claimAt(claims, claim))
    return text === '' ? [] : [name, asHeaderBytes(text)]
  })
}

/**
 * The items of a list have commas between them. A comma in a value is encoded, so that no value passes for several, and
 * so is what an application could drop or take for the end of a header.
 */
const textOf = (value: unknown): string => [value].flat().map(encoded).join(',')

function encoded(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // Only at the first space of several. Otherwise many spaces would take quadratic time, with each request.
  return text.replaceAll(/[%,\p{Cc}]|(?<! ) +$|^ +/gu, encodeURIComponent)
}
