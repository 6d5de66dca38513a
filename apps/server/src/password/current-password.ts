import { ServerError } from '../errors/server-error.ts'
import { createIdentityService, type IdentityServiceDeps } from '../identity/identity-service.ts'

interface Tried {
  email: string
  tenantId: string | null
  password: string
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
    if (answer.status >= 500) throw new ServerError('unavailable')
    return answer.ok
  }
}
