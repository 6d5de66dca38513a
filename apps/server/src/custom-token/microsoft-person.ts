import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import { comparableAddress, type ProvenPerson } from './proven-person.ts'
import { askProvider } from './provider-call.ts'

export interface MicrosoftSettings {
  clientIds: readonly string[]
  /** Directories whose administrators are trusted with the email addresses of their own domains. */
  directories: readonly string[]
  /** The version's root, such as `https://graph.microsoft.com/v1.0`. */
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
  /** Which application it was made out to: `appid` in tokens of the first version, `azp` in the second. */
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

/** Where all personal accounts live: nobody administers it, so it proves no email address. */
export const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad'

export async function personOfMicrosoftToken(
  token: string,
  { clientIds, directories, graphUrl }: MicrosoftSettings,
): Promise<ProvenPerson> {
  const payload = payloadOf(token)
  // Before Microsoft is asked: a token of another application is none of our business.
  if (payload !== null && !isMadeOutTo(clientIds, payload))
    throw new ServerError('provider-token-refused')

  // Microsoft alone can check the signature of its access tokens; its acceptance proves the payload.
  const url = new URL(`${graphUrl}/me?$select=id,mail,userPrincipalName`)
  const answer = await askProvider(url, { authorization: `Bearer ${token}` })
  // Personal accounts get opaque tokens, which do not say which application they are for.
  if (payload === null) throw new ServerError('address-unproven')
  const me = v.safeParse(meSchema, answer)
  if (!me.success || me.output.id !== payload.oid) throw new ServerError('provider-token-refused')

  return {
    providerId: 'microsoft.com',
    directory: payload.tid,
    subject: payload.oid,
    addresses: provenAddresses(payload, me.output, directories),
  }
}

/** Null for an opaque token. */
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

function isMadeOutTo(clientIds: readonly string[], { appid, azp, exp }: Payload): boolean {
  const named = [appid, azp].filter((id) => id !== undefined)
  return named.length > 0 && named.every((id) => clientIds.includes(id)) && exp * 1000 > Date.now()
}

/**
 * `mail` is free text that an administrator of any directory can fill in. What a directory proves is
 * the domain of its sign-in names, and it proves that only to those who trust its administrators.
 */
function provenAddresses(
  { tid, email, xms_edov }: Payload,
  { mail, userPrincipalName }: Me,
  directories: readonly string[],
): string[] {
  if (tid === personalAccounts) return []
  if (['true', '1'].includes(String(xms_edov))) return withoutDoubles([comparableAddress(email)])
  if (!directories.includes(tid)) return []

  // A guest's sign-in name holds the email address of a foreign domain, written as `name_domain#EXT#@…`.
  const signInName = userPrincipalName?.includes('#') ? null : comparableAddress(userPrincipalName)
  if (signInName === null) return []
  const mailbox = comparableAddress(mail)
  const isOfSameDomain = mailbox !== null && domainOf(mailbox) === domainOf(signInName)
  return withoutDoubles(isOfSameDomain ? [mailbox, signInName] : [signInName])
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

function withoutDoubles(addresses: Array<string | null>): string[] {
  return [...new Set(addresses)].filter((address) => address !== null)
}
