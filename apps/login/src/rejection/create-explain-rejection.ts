import { codeOf } from '../errors/coded-error.ts'
import type { RejectedAccount } from '../errors/failure.ts'
import type { ExplainRejection, Refused } from '../sign-in/explain-rejection.ts'
import { rejectionCodes } from './rejection-codes.ts'

interface ExplainDeps {
  /** Removes the note about the account used last, which would be rejected again. */
  forgetLastAccount: () => void
  reload: () => void
}

const codes = new Set<string>(Object.values(rejectionCodes).flat())

export function createExplainRejection(deps: ExplainDeps): ExplainRejection {
  return async ({ error, auth, failures, forgetAccounts }) => {
    if (!codes.has(codeOf(error))) throw error
    const rejected = await rejectedAccount(error, auth)
    /** The refused token has not used up the request, so it starts again without the account. */
    async function beginAgain(): Promise<void> {
      await forgetAccounts()
      deps.forgetLastAccount()
      deps.reload()
    }
    failures.show({
      ...failures.failureOf(error),
      ...(rejected && { rejected }),
      action: 'options',
      retry: () => void beginAgain(),
    })
  }
}

async function rejectedAccount(
  error: unknown,
  auth: Refused['auth'],
): Promise<RejectedAccount | null> {
  const user = await auth?.currentUser()
  if (!user) return null
  return {
    name: user.email ?? user.phoneNumber,
    providerId: providerIn(await user.getIdTokenResult()),
    tenantId: user.tenantId,
    allowed: codeOf(error) === 'provider-not-allowed' ? allowedIn(error) : [],
  }
}

/** The redirect server lists the ids of the providers, with spaces between them. */
function allowedIn(error: unknown): string[] {
  const text = error instanceof Error ? error.message : ''
  return text.split(' ').filter((word) => /^[a-z0-9][\w.-]*$/.test(word))
}

function providerIn(result: object): string {
  const claims = 'claims' in result ? result.claims : null
  const firebase = claims instanceof Object && 'firebase' in claims ? claims.firebase : null
  const provider =
    firebase instanceof Object && 'sign_in_provider' in firebase ? firebase.sign_in_provider : ''
  return typeof provider === 'string' ? provider : ''
}
