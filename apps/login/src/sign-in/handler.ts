import type { Config } from '@foyer/contract/config'
import { isOfTenant, tenantIdOf } from '@foyer/iap-sign-in'
import type {
  Auth,
  AuthenticationHandler,
  SelectedTenantInfo,
  User,
  UserCredential,
} from '@foyer/iap-sign-in'
import { CodedError } from '../errors/coded-error.ts'
import type { Failure } from '../errors/failure.ts'
import type {
  Identity,
  PendingCredential,
  ProviderMethod,
  TenantAuth,
} from '../identity/identity.ts'
import { LinkingNeeded } from '../identity/linking-needed.ts'
import type { PendingCodes } from '../phone/pending-code.ts'
import type { PhoneSignIn, PhoneSignInParts } from '../phone/phone-sign-in.ts'
import type { AccountSteps } from './account-steps.ts'
import { isChangeOfMind } from './change-of-mind.ts'
import { emit, listen } from './custom-events.ts'
import { isFirstLogin } from './first-login-claim.ts'
import type { LastMethod } from './last-method.ts'
import { namedTenant, tenantChoice } from './named-tenant.ts'
import { offeredMethods, withGoogleLast } from './offered-methods.ts'
import type { PendingLinks } from './pending-links.ts'
import { signInAtProvider } from './sign-in-at-provider.ts'
import { complain, show } from './store.ts'
import type { Screen, SignInStore, WayOut } from './store.ts'

/** Begins the phone flow, which comes with a part of the script of its own. */
export type OpenPhoneSignIn = (
  parts: Pick<PhoneSignInParts, 'auth' | 'languageCode' | 'showStep' | 'accept'>,
) => PhoneSignIn

type SignInButtons = Extract<Screen, { name: 'signInButtons' }>

export interface HandlerParts {
  config: Config
  identity: Identity
  store: SignInStore
  /** Where the page's custom events happen. */
  events: EventTarget
  pendingLinks: PendingLinks
  pendingCodes: Pick<PendingCodes, 'recall'>
  loadPhoneSignIn: () => Promise<OpenPhoneSignIn>
  loadAccountSteps: () => Promise<AccountSteps>
  /** Has the account of a newcomer made, and resolves when it is (C9). */
  completeFirstLogin: (user: User) => Promise<void>
  lastMethod: LastMethod
  /** Resolves to null in an ordinary browser. */
  findWayOut: () => Promise<WayOut | null>
  failureOf: (error: unknown) => Failure
  /** Of the interface, as of now. */
  shownLanguage: () => string
  /** Called when a stored account is about to finish a sign-in without the visitor's doing. */
  assertNoLoop: () => void
  onFailure: (error: unknown) => void
}

/** The engine asks for a person, or tells how it goes: this answers with screens. */
export function createHandler(parts: HandlerParts): AuthenticationHandler {
  const { config, identity, store, events, pendingLinks, failureOf } = parts
  /** Why the account of a moment ago cannot be used; said once, on the buttons that follow. */
  let complaint: Failure | null = null
  /** What the engine was given, by what it hands back. */
  const tenantAuths = new Map<Auth, TenantAuth>()
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
    const pending = pendingLinks.recall(auth.tenantId)
    if (pending) {
      const { linkPending } = await parts.loadAccountSteps()
      await linkPending(auth, credential, pending.credential)
    }
    return credential
  }

  async function returnFromProvider(auth: TenantAuth): Promise<UserCredential | null> {
    try {
      const returned = await auth.redirectResult()
      return returned && (await accept(auth, returned))
    } catch (error) {
      if (error instanceof LinkingNeeded) keepForLinking(auth, error.pending)
      else complaint = failureOf(error)
      return null
    }
  }

  function keepForLinking({ tenantId }: TenantAuth, credential: PendingCredential): void {
    pendingLinks.keep({ credential, tenantId, isRefused: false })
  }

  /** Adds the credential by the account service's word, or explains how the visitor adds it (C10). */
  async function linkByProof(
    auth: TenantAuth,
    credential: PendingCredential,
  ): Promise<UserCredential | null> {
    try {
      show(store, { name: 'loading' })
      const steps = await parts.loadAccountSteps()
      const owner = await steps.linkByProof(auth, credential)
      visitorActed = true
      return owner
    } catch (error) {
      const failure = failureOf(error)
      if (failure.key === 'USER_DISABLED') pendingLinks.forget()
      else pendingLinks.keep({ credential, tenantId: auth.tenantId, isRefused: true })
      complaint =
        failure.key === 'USER_DISABLED' ? failure : { ...failure, key: 'LINK_BY_FIRST_METHOD' }
      return null
    }
  }

  async function askVisitor(auth: TenantAuth, match?: SelectedTenantInfo): Promise<UserCredential> {
    const wayOut = await parts.findWayOut()
    return new Promise((answer) => {
      const offered = offeredMethods(config, auth.tenantId, match?.providerIds)
      const methods = wayOut ? withGoogleLast(offered) : offered
      /** Only the newest attempt may fail aloud: a closed pop-up is noticed long after the next click. */
      let newest = 0
      let phone: PhoneSignIn | null = null
      const resolve = (credential: UserCredential): void => {
        stopListening()
        phone?.stop()
        answer(credential)
      }
      const leaveFor = async (method: ProviderMethod): Promise<void> => {
        newest += 1
        const attempt = newest
        store.setState({ loading: true, error: '', reference: '' })
        try {
          const wish = {
            method,
            // Apps open no windows.
            flow: wayOut ? 'redirect' : (config.signInFlow ?? 'redirect'),
            loginHint: match?.email ?? null,
            languageCode: handler.languageCode ?? parts.shownLanguage(), // A12
          } as const
          const isNewest = (): boolean => attempt === newest
          resolve(await accept(auth, await signInAtProvider(auth, wish, isNewest)))
        } catch (error) {
          if (attempt !== newest) return
          store.setState({ loading: false })
          if (error instanceof LinkingNeeded) {
            keepForLinking(auth, error.pending)
            emit(events, 'foyer:link', error.pending)
          } else if (!isChangeOfMind(error)) complain(store, failureOf(error))
        }
      }
      const showStep = (step: SignInButtons['step']): void =>
        show(store, {
          name: 'signInButtons',
          methods,
          lastUsed: parts.lastMethod.recall(),
          tenant: namedTenant(config, auth.tenantId),
          wayOut: methods.includes('google.com') ? wayOut : null,
          step,
          continueWith(method) {
            parts.lastMethod.remember(method)
            void (method === 'phone' ? openPhone() : leaveFor(method))
          },
          backToMethods: showButtons,
        })
      const showButtons = (): void => {
        showStep({ name: 'methods' })
        if (complaint) complain(store, complaint)
        complaint = null
      }
      const openPhone = async (): Promise<void> => {
        newest += 1
        store.setState({ loading: true, error: '', reference: '' })
        try {
          const openPhoneSignIn = await parts.loadPhoneSignIn()
          phone = openPhoneSignIn({
            auth,
            languageCode: () => handler.languageCode ?? parts.shownLanguage(), // A12
            showStep,
            accept: async (credential) => resolve(await accept(auth, credential)),
          })
          phone.start()
        } catch (error) {
          complain(store, failureOf(error))
        }
      }
      const link = async (credential: PendingCredential): Promise<void> => {
        const owner = await linkByProof(auth, credential)
        if (owner) resolve(owner)
        else showButtons()
      }
      const stopListening = listen(events, 'foyer:link', (pending) => void link(pending))

      const pending = pendingLinks.recall(auth.tenantId)
      if (pending && !pending.isRefused) emit(events, 'foyer:link', pending.credential)
      else showButtons()
      if (parts.pendingCodes.recall(auth.tenantId) && methods.includes('phone')) void openPhone()
    })
  }

  const handler: AuthenticationHandler = {
    languageCode: null,

    getAuth(apiKey, tenantId) {
      if (apiKey !== config.apiKey) throw new CodedError('invalid-project') // D2
      current = identity.authOf(tenantId)
      tenantAuths.set(current, current)
      return current
    },

    async startSignIn(given, match) {
      const auth = tenantAuths.get(given)
      if (!auth) throw new CodedError('invalid-handler')
      store.setState({ auth, app: auth.app })
      const returned = lost.has(auth) ? null : await returnFromProvider(auth)
      return returned ?? askVisitor(auth, match)
    },

    async processUser(user) {
      if (!visitorActed) parts.assertNoLoop()
      if (isFirstLogin(await user.getIdTokenResult())) await parts.completeFirstLogin(user)
      return user
    },

    selectTenant: (_project, tenantIds) =>
      new Promise((resolve) => {
        show(store, {
          name: 'chooseTenant',
          tenants: tenantIds.map((id) => tenantChoice(config, id)),
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
