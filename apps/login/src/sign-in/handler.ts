import type { Config } from '@foyer/contract/config'
import { isOfTenant, tenantIdOf } from '@foyer/iap-sign-in'
import type { AuthenticationHandler, SelectedTenantInfo, UserCredential } from '@foyer/iap-sign-in'
import { tenantIn } from '../config/tenants.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { Failure } from '../errors/failure.ts'
import type { Identity, ProviderMethod, TenantAuth } from '../identity/identity.ts'
import { isChangeOfMind } from './change-of-mind.ts'
import type { LastMethod } from './last-method.ts'
import { offeredMethods } from './offered-methods.ts'
import { complain, show } from './store.ts'
import type { NamedTenant, SignInStore } from './store.ts'

export interface HandlerParts {
  config: Config
  identity: Identity
  store: SignInStore
  lastMethod: LastMethod
  failureOf: (error: unknown) => Failure
  /** Of the interface, as of now. */
  shownLanguage: () => string
  /** Called when a stored account is about to finish a sign-in without the visitor's doing. */
  assertNoLoop: () => void
  onFailure: (error: unknown) => void
}

/** The engine asks for a person, or tells how it goes: this answers with screens. */
export function createHandler(parts: HandlerParts): AuthenticationHandler {
  const { config, identity, store, failureOf } = parts
  /** Why the account of a moment ago cannot be used; said once, on the buttons that follow. */
  let complaint: Failure | null = null
  /** The instance that signs in at the moment, and those whose account was lost. */
  let current: TenantAuth | null = null
  const lost = new Set<TenantAuth>()
  let visitorActed = false

  /** Rejects when the account cannot be taken; the visitor then still has the buttons. */
  async function accept(auth: TenantAuth, credential: UserCredential): Promise<UserCredential> {
    const { user } = credential
    if (user === null) throw new CodedError('auth/null-user')
    if (!isOfTenant(user, auth.tenantId)) {
      await auth.signOut()
      throw new CodedError('account-of-other-tenant')
    }
    visitorActed = true
    return credential
  }

  async function returnFromProvider(auth: TenantAuth): Promise<UserCredential | null> {
    try {
      const returned = await auth.redirectResult()
      return returned && (await accept(auth, returned))
    } catch (error) {
      complaint = failureOf(error)
      return null
    }
  }

  function askVisitor(auth: TenantAuth, match?: SelectedTenantInfo): Promise<UserCredential> {
    return new Promise((resolve) => {
      const methods = offeredMethods(config, auth.tenantId, match?.providerIds)
      /** Only the newest attempt may speak: a closed pop-up is noticed long after the next click. */
      let newest = 0
      const continueWith = async (method: ProviderMethod): Promise<void> => {
        newest += 1
        const attempt = newest
        store.setState({ loading: true, error: '', reference: '' })
        parts.lastMethod.remember(method)
        try {
          const wish = {
            method,
            flow: config.signInFlow ?? 'redirect',
            loginHint: match?.email ?? null,
            languageCode: handler.languageCode ?? parts.shownLanguage(), // A12
          } as const
          resolve(await accept(auth, await auth.signIn(wish)))
        } catch (error) {
          if (attempt !== newest) return
          store.setState({ loading: false })
          if (!isChangeOfMind(error)) complain(store, failureOf(error))
        }
      }
      show(store, {
        name: 'signInButtons',
        methods,
        lastUsed: parts.lastMethod.recall(),
        tenant: namedTenant(config, auth.tenantId),
        continueWith: (method) => void continueWith(method),
      })
      if (complaint) complain(store, complaint)
      complaint = null
    })
  }

  const handler: AuthenticationHandler = {
    languageCode: null,

    getAuth(apiKey, tenantId) {
      if (apiKey !== config.apiKey) throw new CodedError('invalid-project') // D2
      current = identity.authOf(tenantId)
      return current
    },

    async startSignIn(given, match) {
      const auth = given as TenantAuth // what getAuth gave
      store.setState({ auth, app: auth.app })
      const returned = lost.has(auth) ? null : await returnFromProvider(auth)
      return returned ?? askVisitor(auth, match)
    },

    async processUser(user) {
      if (!visitorActed) parts.assertNoLoop()
      return user
    },

    selectTenant: (_project, tenantIds) =>
      new Promise((resolve) => {
        show(store, {
          name: 'chooseTenant',
          tenants: tenantIds.map((id) => namedTenant(config, id) ?? { id, name: id }),
          choose: (tid) => resolve({ tenantId: tenantIdOf(tid) }),
        })
      }),

    async completeSignOut() {
      show(store, { name: 'signedOut' })
    },

    showProgressBar: () => show(store, { name: 'loading' }),
    handleLostUser(error) {
      complaint = failureOf(error)
      if (current) lost.add(current)
    },
    handleError: parts.onFailure,
  }
  return handler
}

function namedTenant(config: Config, tenantId: string | null): NamedTenant | null {
  const tenant = tenantIn(config, tenantId)
  if (!tenant) return null
  const { name, logoUrl } = tenant
  return { id: tenantId ?? '', name, ...(logoUrl !== undefined && { logoUrl }) }
}
