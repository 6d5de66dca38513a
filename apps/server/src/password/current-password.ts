import { ServerError } from '../errors/server-error.ts'
import {
  createIdentityService,
  refusalCodeIn,
  type IdentityServiceDeps,
} from '../identity/identity-service.ts'

interface Tried {
  email: string
  tenantId: string | null
  password: string
}

/** What the service answers if it has compared the passwords, and whether they were the same. Others tell nothing. */
const compared: Readonly<Record<string, boolean>> = {
  INVALID_LOGIN_CREDENTIALS: false,
  // Without protection against the enumeration of email addresses.
  INVALID_PASSWORD: false,
  // A blocking function of the project is asked after that.
  BLOCKING_FUNCTION_ERROR_RESPONSE: true,
}

/**
 * Whether an account has this password already. Nothing but a sign-in tells, so this signs in with it, and keeps nothing of
 * the answer. It may count as a failed sign-in, so call it for a password that is to be set otherwise.
 */
export function createIsCurrent(deps: IdentityServiceDeps) {
  const send = createIdentityService(deps)
  return async ({ email, tenantId, password }: Tried): Promise<boolean> => {
    const body = { email, password, ...(tenantId !== null && { tenantId }) }
    const answer = await send('v1/accounts:signInWithPassword', { body })
    const content: unknown = await answer.json().catch(() => null)
    if (answer.ok) return true
    const code = refusalCodeIn(content)
    const isCurrent = compared[code]
    if (isCurrent === undefined) {
      const cause = new Error(`A password was not compared: ${answer.status} ${code}`)
      throw new ServerError('unavailable', { cause })
    }
    return isCurrent
  }
}
