import type { User } from '@foyer/iap-sign-in'
import { CodedError } from '../errors/coded-error.ts'
import type { Identity } from '../identity/identity.ts'

export const accountChanged = 'account-changed'

/**
 * While this tab waited for its user, another tab may have signed somebody else in, or everybody out. Going
 * on would put the account of back then into the session that the other tab has begun.
 *
 * @throws CodedError `account-changed`; the request then starts over with the account that is stored
 */
export async function assertStillSignedIn(
  identity: Pick<Identity, 'authOf'>,
  user: User,
): Promise<void> {
  const stored = await identity.authOf(user.tenantId || null).currentUser()
  const isSame = stored !== null && 'uid' in user && user.uid === stored.uid
  if (!isSame) throw new CodedError(accountChanged)
}
