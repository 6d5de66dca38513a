import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import { comparableEmail, type ProviderUser } from './provider-user.ts'
import { askProvider } from './provider-call.ts'

export interface GoogleSettings {
  clientIds: readonly string[]
  tokeninfoUrl: string
}

/** https://developers.google.com/identity/protocols/oauth2: numbers and booleans are strings. */
const tokeninfoSchema = v.object({
  aud: v.string(),
  sub: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)),
  email: v.optional(v.string()),
  email_verified: v.optional(v.union([v.string(), v.boolean()])),
})

/**
 * A token that was issued to another application must not count: its user once trusted that application,
 * which could now send us the token. So the audience is checked.
 */
export async function userOfGoogleToken(
  token: string,
  { clientIds, tokeninfoUrl }: GoogleSettings,
): Promise<ProviderUser> {
  const url = new URL(tokeninfoUrl)
  url.searchParams.set('access_token', token)
  const parsed = v.safeParse(tokeninfoSchema, await askProvider(url, {}))
  if (!parsed.success) throw new ServerError('provider-token-refused')

  const { aud, sub, expires_in, email, email_verified } = parsed.output
  if (!clientIds.includes(aud) || !(expires_in > 0)) throw new ServerError('provider-token-refused')
  const verifiedEmail = String(email_verified) === 'true' ? comparableEmail(email) : null
  return {
    providerId: 'google.com',
    directory: '',
    subject: sub,
    emails: verifiedEmail === null ? [] : [verifiedEmail],
  }
}
