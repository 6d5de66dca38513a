import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Config } from '@foyer/contract/config'
import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import type { DerivedKeys } from '../keys/derived-keys.ts'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16
type Key = Pick<DerivedKeys, 'signInCode'>

const signInCodeSchema = v.object({
  oobCode: v.string(),
  /** The account to which the code signs in. Null if using it creates the account. */
  uid: v.nullable(v.string()),
  /** Whether the account had a second factor. Absent if that is not known. */
  hasSecondFactor: v.exactOptional(v.boolean()),
})

/** A code of Identity Platform that was issued for an email link. */
export type SignInCode = v.InferOutput<typeof signInCodeSchema>

/** Encrypts a code, because anyone who reads the database could sign in with it. */
export function sealSignInCode(code: SignInCode, { signInCode }: Key): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, signInCode, iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(code), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
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

export function openSignInCode(sealed: string, { signInCode }: Key): SignInCode {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, signInCode, bytes.subarray(0, ivLength))
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  const text = decipher.update(bytes.subarray(ivLength + tagLength))
  return v.parse(storedCodeSchema, Buffer.concat([text, decipher.final()]).toString('utf8'))
}

interface IssuedCode {
  email: string
  tenantId: string | null
  oobCode: string
}

/** Makes a code of Identity Platform useless. Rejects with `unavailable` if that is not certain. */
export type UseUpSignInCode = (issued: IssuedCode) => Promise<void>

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
    if (!answer.ok && !isUseless(body)) throw new ServerError('unavailable')
    const made = v.safeParse(newAccountSchema, body)
    if (!made.success) return
    // If this fails, the code is useless nevertheless, and nobody can sign in to the account without the mailbox.
    await post('delete', { idToken: made.output.idToken, ...ofTenant }).catch(() => {})
  }
}

/** It was used before, is too old, or its account is disabled. */
const uselessCodes = new Set(['INVALID_OOB_CODE', 'EXPIRED_OOB_CODE', 'USER_DISABLED'])

/** The service also answers 400 if there were too many requests, before it has read the code. */
function isUseless(body: unknown): boolean {
  const parsed = v.safeParse(failureSchema, body)
  // Some messages have an explanation behind the code.
  return parsed.success && uselessCodes.has(parsed.output.error.message.split(' ', 1)[0] ?? '')
}
