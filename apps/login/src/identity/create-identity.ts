import type { Config } from '@foyer/contract/config'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { appName } from './app-name.ts'
import { createDepartures } from './departures.ts'
import { createEarlyIdentity } from './early-identity.ts'
import type { Identity, SignedInUser } from './identity.ts'
import { pendingRedirect, providerUrl } from './provider-redirect.ts'
import { createRememberedUser, namesOf } from './remembered-user.ts'
import type { AskForFactor } from './second-factor.ts'
import { createStoredAccounts } from './stored-account.ts'
import type { StoredAccounts } from './stored-account.ts'

interface IdentityDeps {
  loadSdk: () => Promise<typeof import('./firebase-identity.ts')>
  loadAllAccounts: () => Promise<typeof import('./all-accounts.ts')>
  /** Leaves for another document. */
  leaveFor: (url: string) => void
  /** The storage of the tab. */
  storage: SafeStorage
  send: (url: string, init: RequestInit) => Promise<Response>
  now: () => number
  /** Whether another page redirected to this one. */
  wasLedHere: () => boolean
  askForFactor: AskForFactor
}

/** The identity service with its real dependencies: the SDK, and what the SDK stored in this browser. */
export function createIdentity(
  config: Config,
  {
    loadSdk,
    loadAllAccounts,
    leaveFor,
    storage,
    send,
    now,
    wasLedHere,
    askForFactor,
  }: IdentityDeps,
): Identity {
  const { apiKey, authDomain, emulatorUrl } = config
  const opensWindows = config.signInFlow === 'popup'
  const usesOnlySdk = config.identitySdk === 'always'
  const stores = [() => indexedDB, [() => localStorage, () => sessionStorage]] as const
  const accounts = createStoredAccounts(...stores)
  const departures = createDepartures(storage)
  /** The SDK reads a provider's answer only if this value is in the storage. */
  const notePending = (tenantId: string | null): boolean =>
    storage.write(...pendingRedirect(apiKey, appName(tenantId)))

  return createEarlyIdentity({
    apiKey,
    loadIdentity: createSdkLoader(config, loadSdk, askForFactor),
    recallUser: usesOnlySdk
      ? () => Promise.reject(new Error())
      : createUserReader(config, accounts, send, now),
    async storedAccounts() {
      const { createAllAccounts } = await loadAllAccounts()
      const stored = await createAllAccounts(...stores).list()
      return stored.map((account) => account && namesOf(account))
    },
    async forgetAccounts() {
      // Otherwise, if the SDK is loaded for another reason, it would resume a sign-in that was begun in this tab.
      departures.forgetAll()
      const { createAllAccounts } = await loadAllAccounts()
      await createAllAccounts(...stores).removeAll()
    },
    departures,
    leave(tenantId, options) {
      // For pop-ups, the SDK resumes a pending redirect, even while the page is being left.
      if (opensWindows || usesOnlySdk) return false
      if (!notePending(tenantId)) return false
      leaveFor(
        providerUrl({
          apiKey,
          appName: appName(tenantId),
          authDomain,
          emulatorUrl,
          tenantId,
          options,
          returnUrl: location.href,
        }),
      )
      return true
    },
    readReturnAgain(tenantId) {
      if (notePending(tenantId)) departures.note(tenantId)
      location.reload()
    },
    wasLedHere,
    opensWindows,
  })
}

/** The SDK is loaded once. If that fails, it is loaded again at the next use. */
function createSdkLoader(
  config: Config,
  loadSdk: IdentityDeps['loadSdk'],
  askForFactor: AskForFactor,
): () => Promise<Pick<Identity, 'authOf'>> {
  let loading: Promise<Pick<Identity, 'authOf'>> | null = null

  async function load(): Promise<Pick<Identity, 'authOf'>> {
    const { openFirebaseIdentity } = await loadSdk()
    return openFirebaseIdentity(config, askForFactor)
  }

  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
}

/** Reads the account that the SDK has stored for a tenant, without the SDK. */
function createUserReader(
  { apiKey, emulatorUrl }: Config,
  accounts: StoredAccounts,
  send: IdentityDeps['send'],
  now: () => number,
): (tenantId: string | null) => Promise<SignedInUser | null> {
  const tokenService = 'securetoken.googleapis.com/v1/token'
  const tokenUrl = `${emulatorUrl === undefined ? 'https:/' : emulatorUrl}/${tokenService}?key=${apiKey}`
  return async (tenantId) => {
    const key = `firebase:authUser:${apiKey}:${appName(tenantId)}`
    const account = await accounts.read(key)
    return (
      account &&
      createRememberedUser({
        account,
        tokenUrl,
        send,
        save: (old, renewed) => accounts.replace(key, old, renewed),
        now,
      })
    )
  }
}
