import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import { comparableEmail, type ProviderUser } from './provider-user.ts'
import { askProvider } from './provider-call.ts'

export interface MicrosoftSettings {
  clientIds: readonly string[]
  /** Directories that are trusted to verify the email addresses of their own domains. */
  directories: readonly string[]
  /** The base URL with the version, such as `https://graph.microsoft.com/v1.0`. */
  graphUrl: string
}

const guid = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
)

const payloadSchema = v.object({
  tid: guid,
  oid: guid,
  exp: v.number(),
  /** The application that the token was issued to: `appid` in v1.0 tokens, `azp` in v2.0 tokens. */
  appid: v.optional(v.string()),
  azp: v.optional(v.string()),
  email: v.optional(v.string()),
  xms_edov: v.optional(v.union([v.boolean(), v.number(), v.string()])),
})

const meSchema = v.object({
  id: guid,
  mail: v.nullish(v.string()),
  userPrincipalName: v.nullish(v.string()),
})

type Payload = v.InferOutput<typeof payloadSchema>
type Me = v.InferOutput<typeof meSchema>

/** The directory of all personal accounts. It has no administrator, so it verifies no email address. */
export const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad'

export async function userOfMicrosoftToken(
  token: string,
  { clientIds, directories, graphUrl }: MicrosoftSettings,
): Promise<ProviderUser> {
  const payload = payloadOf(token)
  // Checked before the request to Microsoft, so that a token of another application is not sent anywhere.
  if (payload !== null && !isIssuedTo(clientIds, payload))
    throw new ServerError('provider-token-refused')

  // Only Microsoft can verify the signature of its access tokens. If Microsoft accepts the token, its payload
  // is genuine.
  const url = new URL(`${graphUrl}/me?$select=id,mail,userPrincipalName`)
  const answer = await askProvider(url, { authorization: `Bearer ${token}` })
  // Tokens of personal accounts are opaque and do not name their application.
  if (payload === null) throw new ServerError('address-unproven')
  const me = v.safeParse(meSchema, answer)
  if (!me.success || me.output.id !== payload.oid) throw new ServerError('provider-token-refused')

  return {
    providerId: 'microsoft.com',
    directory: payload.tid,
    subject: payload.oid,
    emails: verifiedEmails(payload, me.output, directories),
  }
}

/** Returns null for an opaque token. */
function payloadOf(token: string): Payload | null {
  const segments = token.split('.')
  if (segments.length !== 3) return null
  const parsed = v.safeParse(payloadSchema, parseJson(segments[1] ?? ''))
  if (!parsed.success) throw new ServerError('provider-token-refused')
  return parsed.output
}

function parseJson(segment: string): unknown {
  try {
    return JSON.parse(Buffer.from(segment, 'base64url').toString())
  } catch {
    return null
  }
}

function isIssuedTo(clientIds: readonly string[], { appid, azp, exp }: Payload): boolean {
  const named = [appid, azp].filter((id) => id !== undefined)
  return named.length > 0 && named.every((id) => clientIds.includes(id)) && exp * 1000 > Date.now()
}

/**
 * The administrator of any directory can write any text into `mail`. A directory verifies only the domains of
 * its sign-in names, and this counts only for the directories in our settings.
 */
function verifiedEmails(
  { tid, email, xms_edov }: Payload,
  { mail, userPrincipalName }: Me,
  directories: readonly string[],
): string[] {
  if (tid === personalAccounts) return []
  if (['true', '1'].includes(String(xms_edov))) return unique([comparableEmail(email)])
  if (!directories.includes(tid)) return []

  // The sign-in name of a guest contains an email address of another domain, as `name_domain#EXT#@…`.
  const signInName = userPrincipalName?.includes('#') ? null : comparableEmail(userPrincipalName)
  if (signInName === null) return []
  const mailbox = comparableEmail(mail)
  const isOfSameDomain = mailbox !== null && domainOf(mailbox) === domainOf(signInName)
  return unique(isOfSameDomain ? [mailbox, signInName] : [signInName])
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

function unique(emails: Array<string | null>): string[] {
  return [...new Set(emails)].filter((email) => email !== null)
}
