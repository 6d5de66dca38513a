import type { Config } from '@foyer/contract/config'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { appName } from './app-name.ts'
import { createDepartures } from './departures.ts'
import { createEarlyIdentity } from './early-identity.ts'
import type { Identity, SignedInUser, SignInWish } from './identity.ts'
import { createLocalProviderScript } from './local-provider-script.ts'
import { pendingRedirect, providerAddress } from './provider-redirect.ts'
import { createRememberedUser, namesOf } from './remembered-user.ts'
import { createStoredAccounts } from './stored-account.ts'

interface Surroundings {
  loadSdk: () => Promise<typeof import('./firebase-identity.ts')>
  /** Of the tab. */
  storage: SafeStorage
  send: (address: string, init: RequestInit) => Promise<Response>
  now: () => number
  /** Whether another page has led to this one, and not the user. */
  wasLedHere: () => boolean
}

/** The identity service with its real surroundings: the SDK, and what it left in this browser. */
export function createIdentity(
  config: Config,
  { loadSdk, storage, send, now, wasLedHere }: Surroundings,
): Identity {
  const { apiKey, authDomain, emulatorUrl } = config
  const opensWindows = config.signInFlow === 'popup'
  const loadProviderScript = createLocalProviderScript(emulatorUrl)
  const accounts = createStoredAccounts(() => indexedDB, [() => localStorage, () => sessionStorage])
  const tokenService = 'securetoken.googleapis.com/v1/token'
  const tokenAddress = `${emulatorUrl === undefined ? 'https:/' : emulatorUrl}/${tokenService}?key=${apiKey}`
  const departures = createDepartures(storage)
  let loading: Promise<Pick<Identity, 'authOf'>> | null = null

  async function load(): Promise<Pick<Identity, 'authOf'>> {
    const { createFirebaseIdentity } = await loadSdk()
    // For pop-ups the SDK fetches it at once, unless it is there; its absence is told when it is needed.
    if (opensWindows) await loadProviderScript().catch(() => {})
    return createFirebaseIdentity(config, { loadProviderScript, scope: window })
  }

  async function recallUser(tenantId: string | null): Promise<SignedInUser | null> {
    const key = `firebase:authUser:${apiKey}:${appName(tenantId)}`
    const account = await accounts.read(key)
    return (
      account &&
      createRememberedUser({
        account,
        tokenAddress,
        send,
        save: (old, renewed) => accounts.replace(key, old, renewed),
        now,
      })
    )
  }

  function leave(tenantId: string | null, wish: SignInWish): boolean {
    // Initialised for windows, the SDK takes up what is pending, even while the page is being left.
    if (opensWindows) return false
    const name = appName(tenantId)
    if (!storage.write(...pendingRedirect(apiKey, name))) return false
    location.assign(
      providerAddress({
        apiKey,
        appName: name,
        authDomain,
        emulatorUrl,
        tenantId,
        wish,
        returnAddress: location.href,
      }),
    )
    return true
  }

  return createEarlyIdentity({
    apiKey,
    loadIdentity() {
      loading ??= load().catch((error: unknown) => {
        loading = null
        throw error
      })
      return loading
    },
    recallUser,
    async storedAccounts() {
      const stored = await accounts.list()
      return stored.map((account) => account && namesOf(account))
    },
    async forgetAccounts() {
      // Otherwise an SDK that is loaded for another reason takes up what the tab had begun.
      departures.forgetAll()
      await accounts.removeAll()
    },
    departures,
    leave,
    readReturnAgain(tenantId) {
      if (storage.write(...pendingRedirect(apiKey, appName(tenantId)))) departures.note(tenantId)
      location.reload()
    },
    wasLedHere,
    opensWindows,
  })
}
