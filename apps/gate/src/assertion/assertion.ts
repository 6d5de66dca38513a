import { SignJWT } from 'jose'
import type { KeyRing } from '../data/key-ring.ts'
import type { User } from '../id-token/id-token-claims.ts'
import type { Settings } from '../settings/settings.ts'
import type { Session } from '../session/session.ts'

const lifeSeconds = 600
/** An assertion is reused while this much of its lifetime is left. */
const renewSeconds = 300

/** IAP's three headers that identify the user to the application. */
export const identityNames = [
  'x-goog-iap-jwt-assertion',
  'x-goog-authenticated-user-id',
  'x-goog-authenticated-user-email',
] as const

/** Those that a user has: names and values in turn. */
export type IdentityHeaders = readonly string[]

/** The headers for a request of this path. Resolves later only while the assertion is being signed. */
export type IdentifyTo = (
  session: Session,
  path: string,
) => IdentityHeaders | Promise<IdentityHeaders>

type Identify = (session: Session) => ReturnType<IdentifyTo>

type NamingRules = Pick<Settings, 'projectId' | 'passesUnverifiedEmail'>
type IdentitySettings = NamingRules & Pick<Settings, 'audience' | 'gcipClaim'>

interface AssertionDeps {
  keys: Pick<KeyRing, 'current' | 'onChange'>
  settings: IdentitySettings
  now: () => number
}

/** Signs an assertion per session and five minutes, not one per request. */
export function createIdentityHeaders({ keys, settings, now }: AssertionDeps): Identify {
  type Signed = WeakMap<Session, { headers: ReturnType<IdentifyTo>; renewAt: number }>
  let signed: Signed = new WeakMap()
  // No verifier accepts a removed key.
  keys.onChange(() => (signed = new WeakMap()))

  async function sign({ user }: Session): Promise<IdentityHeaders> {
    const { sub, email } = externalIdentity(user, settings)
    const { kid, privateKey } = keys.current().assertion
    const gcip = settings.gcipClaim === 'object' ? user : JSON.stringify(user)
    const assertion = await new SignJWT({ ...(email && { email }), gcip })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
      .setIssuer('https://cloud.google.com/iap')
      .setAudience(settings.audience)
      .setSubject(sub)
      .setIssuedAt(now())
      .setExpirationTime(now() + lifeSeconds)
      .sign(privateKey)
    const [assertionName, idName, emailName] = identityNames
    const headers = [assertionName, assertion, idName, headerValue(sub)]
    return email ? [...headers, emailName, headerValue(email)] : headers
  }

  return (session) => {
    const known = signed.get(session)
    if (known && now() < known.renewAt) return known.headers
    const renewAt = now() + lifeSeconds - renewSeconds
    const own = signed
    const headers = sign(session).then((ready) => {
      own.set(session, { headers: ready, renewAt })
      return ready
    })
    own.set(session, { headers, renewAt })
    return headers
  }
}

/**
 * The user in the form that IAP uses for external identities: `securetoken.google.com/PROJECT[/TENANT]:VALUE`.
 * Applications trust this email address, so an unverified one is left out unless the deployment wants it. It is still
 * among the `gcip` claims, with `email_verified: false`.
 */
export function externalIdentity(
  user: User,
  { projectId, passesUnverifiedEmail }: NamingRules,
): { sub: string; email?: string } {
  const { tenant } = user.firebase
  const namespace = `securetoken.google.com/${projectId}${tenant === undefined ? '' : `/${tenant}`}`
  const sub = `${namespace}:${user.sub}`
  return user.email && (user.email_verified === true || passesUnverifiedEmail)
    ? { sub, email: `${namespace}:${user.email}` }
    : { sub }
}

/** Header values are bytes. Text beyond Latin-1 is sent as UTF-8, which servers expect. */
export const asHeaderBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

const headerValue = (text: string) => asHeaderBytes(text.replaceAll(/\p{Cc}/gu, ''))
