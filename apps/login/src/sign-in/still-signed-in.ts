import type { User } from '@foyer/iap-sign-in'
import { CodedError } from '../errors/coded-error.ts'
import type { Identity } from '../identity/identity.ts'

export const accountChanged = 'account-changed'

/**
 * While this tab waited for its user, another tab may have signed in another user, or signed out. Continuing would put
 * the old account into the session of the new one.
 *
 * @throws CodedError `account-changed`. The request then starts over with the account that is stored.
 */
export async function assertStillSignedIn(
  identity: Pick<Identity, 'authOf'>,
  user: User,
): Promise<void> {
  const stored = await identity.authOf(user.tenantId || null).currentUser()
  const isSame = stored !== null && 'uid' in user && user.uid === stored.uid
  if (!isSame) throw new CodedError(accountChanged)
}
