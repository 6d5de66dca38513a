import { checkSignIn, type AccessPolicy } from '@foyer/contract/access-policy'
import { rejectionCodes } from '@foyer/contract/rejection-codes'
import { ServerError } from '../errors/server-error.ts'
import type { VerifiedIdToken } from '../identity/identity-platform.ts'

/** Refuses an ID token of an account that the access policy rejects, as the exchange does. The page says why. */
export function checkPolicy(
  policy: AccessPolicy | null,
  { claims }: Pick<VerifiedIdToken, 'claims'>,
): void {
  const rejection = policy && checkSignIn(policy, claims)
  if (!rejection) return
  const detail = 'allowed' in rejection ? { detail: rejection.allowed.join(' ') } : {}
  throw new ServerError(rejectionCodes[rejection.reason], detail)
}
