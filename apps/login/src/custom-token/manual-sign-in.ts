import type { Config } from '@foyer/contract/config'
import { isOfTenant, tenantIdOf } from '@foyer/iap-sign-in'
import type { User, UserCredential } from '@foyer/iap-sign-in'
import type { OpenConfig } from '../config/open-config.ts'
import { CodedError } from '../errors/coded-error.ts'
import { mailboxIn } from '../identity/guest-account.ts'
import type { AccountNames, Identity } from '../identity/identity.ts'
import { readCustomToken } from './custom-token.ts'
import type { ManualSignIn } from '../sign-in/account-steps.ts'
import type { LastAccount } from '../sign-in/last-account.ts'
import type { TakenToken } from '../sign-in/manual-token.ts'
import { namedTenant } from '../sign-in/named-tenant.ts'
import type { NamedAccount } from '../sign-in/screen.ts'
import { show } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { withToken } from '../sign-in/token-in-use.ts'

export interface ManualSignInDeps extends Pick<OpenConfig, 'servesTenant' | 'withTenants'> {
  config: Config
  identity: Identity
  store: SignInStore
  lastAccount: Pick<LastAccount, 'forget'>
  date: () => Date
  /** Shows that the page is busy. */
  wait: () => void
  /** Fetches the script of the screen that asks for the account. */
  loadScreen: () => Promise<void>
}

/**
 * Signs in with a custom token from a URL or a registration (C12). An attacker's link could have the attacker's token,
 * so the page asks first if an account is stored for any tenant.
 *
 * @param tid the tenant of the sign-in request, or null without a request
 * @returns null if the user declines
 */
export function createManualSignIn(deps: ManualSignInDeps) {
  const { config, identity, store, date, wait } = deps

  async function isServed(tenantId: string | null, tid: string | null): Promise<boolean> {
    if (tid !== null) return tenantIdOf(tid) === tenantId
    return deps.servesTenant(tenantId)
  }

  /** @param current the signed-in account: undefined if there is none, null if it cannot be named */
  async function isWanted(
    current: AccountNames | null | undefined,
    other: AccountNames,
  ): Promise<boolean> {
    const tids = [current?.tenantId, other.tenantId].filter((tid) => typeof tid === 'string')
    // If the companies' names cannot be fetched, only the accounts are named.
    const [named] = await Promise.all([
      deps.withTenants(tids).catch(() => config),
      deps.loadScreen(),
    ])
    return new Promise((resolve) => {
      show(
        store,
        {
          name: 'confirmAccount',
          current: current === undefined ? null : namedAccount(current, named),
          other: namedAccount(other, named),
        },
        { keepAccount: () => resolve(false), changeAccount: () => resolve(true) },
      )
    })
  }

  return async (
    { customToken, isOwn }: TakenToken,
    tid: string | null,
  ): Promise<ManualSignIn | null> => {
    const { uid, tenantId } = readCustomToken(customToken, config, date().getTime() / 1000)
    if (!(await isServed(tenantId, tid))) throw new CodedError('mismatching-tenant')

    const auth = identity.authOf(tenantId)
    // If the stored accounts cannot be read, there may be one.
    const stored = await identity.storedAccounts().catch(() => [null])
    const isOwner = stored.some((account) => account?.uid === uid && account.tenantId === tenantId)
    const isSwitch = stored.length > 0 && !isOwner
    const isAsked = isSwitch || (!isOwner && !isOwn && config.confirmAccessToken === 'always')
    wait()
    const inUse = { name: 'customToken', value: customToken } as const
    if (!isAsked) {
      const signIn = () => auth.signInWithCustomToken(customToken)
      return { user: checked(await withToken(store, inUse, signIn)), isSwitch }
    }
    const candidate = await withToken(store, inUse, () => auth.candidateOf(customToken))
    const current = stored.find((account) => account?.tenantId === tenantId) ?? stored[0]
    if (!(await isWanted(current, candidate.user))) return null
    wait()
    return { user: checked(await candidate.accept()), isSwitch }

    function checked({ user }: UserCredential): User {
      if (!user || !isOfTenant(user, tenantId)) throw new CodedError('mismatching-tenant')
      // It may be another user's.
      deps.lastAccount.forget()
      return user
    }
  }
}

function namedAccount(account: AccountNames | null, config: Config): NamedAccount {
  if (account === null) return { label: null, company: null }
  const { email, phoneNumber, tenantId } = account
  const company = tenantId === null ? null : (namedTenant(config, tenantId)?.name ?? null)
  return { label: mailboxIn(email) ?? phoneNumber, company }
}
