import { isRejection } from '@foyer/contract/rejection-codes'
import type { User } from '@foyer/iap-sign-in'
import type { AccountService } from '../account-service/account-service.ts'
import { codeOf } from '../errors/coded-error.ts'
import { withoutRetry } from '../errors/failure.ts'
import type { TellFailure } from '../errors/failure.ts'
import type { Identity } from '../identity/identity.ts'
import { assertStillSignedIn } from '../sign-in/still-signed-in.ts'
import { show } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { withToken } from '../sign-in/token-in-use.ts'

interface FirstLoginDeps {
  store: SignInStore
  accountService: Pick<AccountService, 'startWelcome'>
  identity: Identity
  tell: TellFailure
  pause: (ms: number) => Promise<void>
}

/** Two tokens that are issued in the same second are equal, and the account service accepts a token once. */
const newTokenAfterMs = 1100
const spentTokenCodes = new Set(['id-token-used', 'id-token-too-old'])

/** Creates what the account of a new user needs (C9). Resolves when that has succeeded, after any number of retries. */
export function createFirstLogin(deps: FirstLoginDeps) {
  const { store, identity, accountService, tell, pause } = deps

  async function makeAccount(user: User): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const value = await user.getIdToken(true)
      try {
        return await withToken(store, { name: 'idToken', value }, () =>
          accountService.startWelcome(value),
        )
      } catch (error) {
        if (attempt === 3 || !spentTokenCodes.has(codeOf(error))) throw error
        await pause(newTokenAfterMs)
      }
    }
  }

  function untilTriedAgain(error: unknown): Promise<void> {
    return new Promise((tryAgain) => {
      tell(error, (failure) =>
        show(
          store,
          // C9 specifies this message for every failure. The reference shows which failure it was.
          {
            name: 'failure',
            failure: { ...withoutRetry(failure), key: 'UNKNOWN_ERROR', action: 'retry' },
          },
          { retry: tryAgain },
        ),
      )
    })
  }

  return async (user: User): Promise<void> => {
    for (;;) {
      show(store, { name: 'welcome' })
      try {
        await makeAccount(user)
        // Only the next token no longer has the claim of a first login.
        await user.getIdToken(true)
        return
      } catch (error) {
        if (isAccountLost(error) || isRejection(codeOf(error))) throw error
        await untilTriedAgain(error)
        await assertStillSignedIn(identity, user)
      }
    }
  }
}

const lostAccountCodes = new Set([
  'auth/user-disabled',
  'auth/user-token-expired',
  'auth/user-not-found',
  'user-disabled',
])

/** A retry does not help here. The sign-in begins again without this account (C6). */
function isAccountLost(error: unknown): boolean {
  return lostAccountCodes.has(codeOf(error))
}
