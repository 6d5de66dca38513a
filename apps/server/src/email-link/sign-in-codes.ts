import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import {
  createIdentityService,
  refusalCodeIn,
  type IdentityServiceDeps,
} from '../identity/identity-service.ts'
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

/** `useless-now`: nobody can use the code, until an operator enables the account, or this way to sign in, again. */
export type UseUpOutcome = 'useless' | 'useless-now'

/** Makes a code of Identity Platform useless. Rejects with `unavailable` if that is not certain. */
export type UseUpSignInCode = (issued: IssuedCode) => Promise<UseUpOutcome>

const newAccountSchema = v.object({ isNewUser: v.literal(true), idToken: v.string() })

/**
 * Identity Platform cannot take a code back, and it is valid for hours. But it can be used once, so the server signs in
 * with it, and keeps nothing of the answer. If that makes an account, it is deleted: its owner has not asked for one.
 */
export function createUseUpSignInCode(deps: IdentityServiceDeps): UseUpSignInCode {
  const send = createIdentityService(deps)
  const post = (method: string, body: object) => send(`v1/accounts:${method}`, { body })

  return async ({ email, tenantId, oobCode }) => {
    const ofTenant = tenantId === null ? {} : { tenantId }
    const answer = await post('signInWithEmailLink', { email, oobCode, ...ofTenant })
    const body: unknown = await answer.json().catch(() => null)
    if (!answer.ok) return outcomeOfRefusal(body)
    const made = v.safeParse(newAccountSchema, body)
    if (!made.success) return 'useless'
    // If this fails, the code is useless nevertheless, and nobody can sign in to the account without the mailbox.
    await post('delete', { idToken: made.output.idToken, ...ofTenant }).catch(() => {})
    return 'useless'
  }
}

const outcomes: Readonly<Record<string, UseUpOutcome>> = {
  // It was used before, or is too old.
  INVALID_OOB_CODE: 'useless',
  EXPIRED_OOB_CODE: 'useless',
  // The tenant was deleted.
  TENANT_NOT_FOUND: 'useless',
  INVALID_TENANT_ID: 'useless',
  USER_DISABLED: 'useless-now',
  OPERATION_NOT_ALLOWED: 'useless-now',
}

/** The service also answers 400 if there were too many requests, before it has read the code. */
function outcomeOfRefusal(body: unknown): UseUpOutcome {
  const outcome = outcomes[refusalCodeIn(body)]
  if (outcome === undefined) throw new ServerError('unavailable')
  return outcome
}
