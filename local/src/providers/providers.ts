import { randomBytes } from 'node:crypto'
import { directoryOf } from './directories.ts'
import { objectIdOf } from './object-id.ts'

export const GOOGLE_CLIENT_ID = '12345-demo.apps.googleusercontent.com'
export const MICROSOFT_CLIENT_ID = '20000000-0000-4000-8000-000000000001'

export type ProviderId = 'google.com' | 'microsoft.com'

/** A user who has signed in with a provider. */
export interface Person {
  subject: string
  email: string
}

/** Simulates the two providers' endpoints for the access tokens that it has issued. */
export interface Providers {
  /** Issues an access token in the format of this provider. */
  accessToken(providerId: ProviderId, person: Person): string
  /** https://oauth2.googleapis.com/tokeninfo; null for a token that was not issued here. */
  tokeninfo(accessToken: string): object | null
  /** https://graph.microsoft.com/v1.0/me; null for a token that was not issued here. */
  me(accessToken: string): object | null
}

const TOKEN_SECONDS = 3600
const KEPT = 1000

export function createProviders(now: () => number): Providers {
  const given = new Map<string, { providerId: ProviderId; person: Person; expiresAt: number }>()

  const holderOf = (accessToken: string, providerId: ProviderId) => {
    const found = given.get(accessToken)
    if (found === undefined || found.providerId !== providerId) return null
    const secondsLeft = Math.floor((found.expiresAt - now()) / 1000)
    return secondsLeft > 0 ? { ...found.person, secondsLeft } : null
  }

  return {
    accessToken: (providerId, person) => {
      const expiresAt = now() + TOKEN_SECONDS * 1000
      const token =
        providerId === 'google.com'
          ? `ya29.${randomBytes(48).toString('base64url')}`
          : microsoftToken(person, Math.floor(expiresAt / 1000))
      const [oldest] = given.keys()
      if (given.size >= KEPT && oldest !== undefined) given.delete(oldest)
      given.set(token, { providerId, person, expiresAt })
      return token
    },
    tokeninfo: (accessToken) => {
      const holder = holderOf(accessToken, 'google.com')
      return (
        holder && {
          azp: GOOGLE_CLIENT_ID,
          aud: GOOGLE_CLIENT_ID,
          sub: holder.subject,
          scope: 'openid https://www.googleapis.com/auth/userinfo.email',
          exp: String(Math.floor(now() / 1000) + holder.secondsLeft),
          expires_in: String(holder.secondsLeft),
          email: holder.email,
          email_verified: 'true',
          access_type: 'online',
        }
      )
    },
    me: (accessToken) => {
      const holder = holderOf(accessToken, 'microsoft.com')
      return (
        holder && {
          id: objectIdOf(holder.subject),
          mail: holder.email,
          userPrincipalName: holder.email,
        }
      )
    },
  }
}

/**
 * Unsigned. Only Microsoft can verify its own tokens, so the server validates a token with a request to `me`.
 */
function microsoftToken({ subject, email }: Person, exp: number): string {
  const directory = directoryOf(email)
  const header = { typ: 'JWT', alg: 'RS256' }
  const payload = {
    aud: 'https://graph.microsoft.com',
    appid: MICROSOFT_CLIENT_ID,
    tid: directory.id,
    oid: objectIdOf(subject),
    exp,
    ...(directory.proof === 'owner' && { email, xms_edov: true }),
  }
  return [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(randomBytes(32).toString('base64url'))
    .join('.')
}
