import type { Config } from '@foyer/contract/config'
import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import { seal, unseal, type SealKey } from './seal.ts'

const signInCodeSchema = v.object({
  oobCode: v.string(),
  /** The account to which the code signs in. Null if using it creates the account. */
  uid: v.nullable(v.string()),
  /** Whether the account had a second factor. Absent if that is not known. */
  hasSecondFactor: v.exactOptional(v.boolean()),
})

/** A code of Identity Platform that was issued for an email link. */
export type SignInCode = v.InferOutput<typeof signInCodeSchema>

export function sealSignInCode(code: SignInCode, key: SealKey): string {
  return seal(JSON.stringify(code), key)
}

/** Until the version before this one has ended everywhere, it stores the code alone. */
const plainCodeSchema = v.pipe(
  v.string(),
  v.transform((oobCode): SignInCode => ({ oobCode, uid: null })),
)
const storedCodeSchema = v.union([
  v.pipe(v.string(), v.parseJson(), signInCodeSchema),
  plainCodeSchema,
])

export function openSignInCode(sealed: string, key: SealKey): SignInCode {
  return v.parse(storedCodeSchema, unseal(sealed, key))
}

interface IssuedCode {
  email: string
  tenantId: string | null
  oobCode: string
}

/** `account-disabled`: nobody can use the code now, but perhaps when the account is enabled again. */
export type UseUpOutcome = 'useless' | 'account-disabled'

/** Makes a code of Identity Platform useless. Rejects with `unavailable` if that is not certain. */
export type UseUpSignInCode = (issued: IssuedCode) => Promise<UseUpOutcome>

interface UseUpDeps {
  config: Pick<Config, 'apiKey' | 'emulatorUrl'>
  publicUrl: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

const limitMs = 10_000

const failureSchema = v.object({ error: v.object({ message: v.string() }) })
const newAccountSchema = v.object({ isNewUser: v.literal(true), idToken: v.string() })

/**
 * Identity Platform cannot take a code back, and it is valid for hours. But it can be used once, so the server signs in
 * with it, and keeps nothing of the answer. If that makes an account, it is deleted: its owner has not asked for one.
 */
export function createUseUpSignInCode({ config, publicUrl, fetch }: UseUpDeps): UseUpSignInCode {
  const { apiKey, emulatorUrl } = config
  const scheme = emulatorUrl === undefined ? 'https:/' : emulatorUrl
  const post = (method: string, body: object) =>
    fetch(`${scheme}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=${apiKey}`, {
      method: 'POST',
      // The key may be restricted to the page.
      headers: { 'content-type': 'application/json', referer: `${publicUrl}/` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(limitMs),
    })

  return async ({ email, tenantId, oobCode }) => {
    const ofTenant = tenantId === null ? {} : { tenantId }
    const answer = await post('signInWithEmailLink', { email, oobCode, ...ofTenant }).catch(
      (cause: unknown) => {
        throw new ServerError('unavailable', { cause })
      },
    )
    const body: unknown = await answer.json().catch(() => null)
    if (!answer.ok) return outcomeOfRefusal(body)
    const made = v.safeParse(newAccountSchema, body)
    if (!made.success) return 'useless'
    // If this fails, the code is useless nevertheless, and nobody can sign in to the account without the mailbox.
    await post('delete', { idToken: made.output.idToken, ...ofTenant }).catch(() => {})
    return 'useless'
  }
}

/** The service also answers 400 if there were too many requests, before it has read the code. */
function outcomeOfRefusal(body: unknown): UseUpOutcome {
  const parsed = v.safeParse(failureSchema, body)
  // Some messages have an explanation behind the code.
  const code = parsed.success ? parsed.output.error.message.split(' ', 1)[0] : ''
  if (code === 'USER_DISABLED') return 'account-disabled'
  // It was used before, or is too old.
  if (code === 'INVALID_OOB_CODE' || code === 'EXPIRED_OOB_CODE') return 'useless'
  throw new ServerError('unavailable')
}
