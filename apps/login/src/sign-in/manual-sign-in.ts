import type { Config } from '@foyer/contract/config'
import { isOfTenant, tenantIdOf } from '@foyer/iap-sign-in'
import type { User } from '@foyer/iap-sign-in'
import { CodedError } from '../errors/coded-error.ts'
import { mailboxIn } from '../identity/guest-account.ts'
import type { Identity, SignedInUser } from '../identity/identity.ts'
import { readCustomToken } from './custom-token.ts'
import { show } from './store.ts'
import type { SignInStore } from './store.ts'

interface ManualSignInParts {
  config: Config
  servesTenant: (tid: string) => Promise<boolean>
  identity: Identity
  store: SignInStore
  now: () => Date
}

export interface ManualSignIn {
  /** Who is signed in now. */
  user: User
  /** Somebody else was before, and the application may not know of it. */
  isSwitch: boolean
}

/**
 * Signs in with a custom token that the address or a registration brought (C12). A visitor who is
 * somebody else already is asked first: a stranger's link could carry a stranger's token.
 *
 * @param tid the tenant that the sign-in request is for; null when there is no request
 */
export function createManualSignIn(parts: ManualSignInParts) {
  const { config, identity, store, now } = parts

  async function isServed(tenantId: string | null, tid: string | null): Promise<boolean> {
    if (tid !== null) return tenantIdOf(tid) === tenantId
    return tenantId === null || parts.servesTenant(tenantId)
  }

  return async (customToken: string, tid: string | null): Promise<ManualSignIn> => {
    const { uid, tenantId } = readCustomToken(customToken, config, now().getTime() / 1000)
    if (!(await isServed(tenantId, tid))) throw new CodedError('mismatching-tenant')

    const auth = identity.authOf(tenantId)
    const current = await auth.currentUser()
    const isSwitch = current !== null && current.uid !== uid
    if (isSwitch && !(await isSwitchWanted(current, store))) {
      return { user: current, isSwitch: false }
    }

    show(store, { name: 'loading' })
    store.setState({ customToken })
    try {
      const { user } = await auth.signInWithCustomToken(customToken)
      if (!user || !isOfTenant(user, tenantId)) throw new CodedError('mismatching-tenant')
      return { user, isSwitch }
    } finally {
      store.setState({ customToken: '' })
    }
  }
}

function isSwitchWanted({ email }: SignedInUser, store: SignInStore): Promise<boolean> {
  return new Promise((resolve) => {
    show(store, {
      name: 'confirmAccount',
      email: mailboxIn(email),
      keep: () => resolve(false),
      change: () => resolve(true),
    })
  })
}
