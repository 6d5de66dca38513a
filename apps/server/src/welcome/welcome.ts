import type { AccessPolicy } from '@foyer/contract/access-policy'
import { isGuestSignInName } from '@foyer/contract/email-address'
import { ServerError } from '../errors/server-error.ts'
import type { ChangeClaims } from '../identity/change-claims.ts'
import type { Account, IdentityPlatform, VerifiedIdToken } from '../identity/identity-platform.ts'
import type { ServedTenants } from '@foyer/contract/served-tenants'
import { checkServed } from '../tenants/served-tenants.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Provisioning } from '../provisioning/provisioning.ts'
import { checkPolicy } from '../tokens/check-policy.ts'
import { checkTokenAge, oldestToken } from '../tokens/token-age.ts'
import type { WelcomeStore } from './welcome-store.ts'

export interface WelcomeDeps {
  identity: IdentityPlatform
  changeClaims: ChangeClaims
  store: WelcomeStore
  /** Null if new accounts are not reported to another system. */
  provisioning: Provisioning | null
  limiter: Limiter
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Whose accounts are set up. */
export interface WelcomeRules {
  tenants: ServedTenants
  policy: AccessPolicy | null
}

interface Request {
  idToken: string
  requestId: string
}

/** Seconds. */
const clockTolerance = 30

const welcomesOfAccount = { name: 'welcome', max: 20, seconds: 600 }

/**
 * Sets up a new account and removes its `firstLogin` claim (C9, F3). Each step may be repeated: after a
 * failure, the next call continues at the step that failed.
 */
export async function welcome(
  { idToken, requestId }: Request,
  { tenants, policy }: WelcomeRules,
  deps: WelcomeDeps,
): Promise<void> {
  const { identity, store, limiter, now } = deps
  const token = await identity.verifyIdToken(idToken)
  checkTokenAge(token, now())
  checkServed(token.tenantId, tenants)
  // An anonymous account is lost when its user leaves, so it is not set up.
  if (token.claims.firebase.sign_in_provider === 'anonymous')
    throw new ServerError('permission-denied')
  checkPolicy(policy, token)

  await limiter.take(welcomesOfAccount, JSON.stringify([token.tenantId, token.uid]))

  const until = new Date((token.issuedAt + oldestToken + clockTolerance) * 1000)
  if (!(await store.spend(idToken, until))) throw new ServerError('id-token-used')
  try {
    await store.withLease(token, () => welcomeAccount(token, requestId, deps))
  } catch (error) {
    // If this fails too, the page retries with a new token.
    await store.restore(idToken).catch(() => {})
    throw error
  }
}

async function welcomeAccount(
  { uid, tenantId }: VerifiedIdToken,
  requestId: string,
  { identity, changeClaims, store, provisioning }: WelcomeDeps,
) {
  const account = await identity.accountByUid(uid, tenantId)
  if (account === null) throw new ServerError('account-missing')
  if (account.claims['firstLogin'] !== true) return

  const email = mailboxOf(account)
  const { isWelcomed, ...newUser } = await store.save({ ...account, email })
  if (!isWelcomed) {
    await provisioning?.announce(newUser)
    await store.recordWelcome(account, requestId)
  }
  // The other system may have set some while it was called.
  await changeClaims({ uid, tenantId }, ({ firstLogin: _firstLogin, ...others }) => others)
}

/**
 * The other system trusts the email address: it may link accounts by it or send email to it. So only a
 * verified one is passed on.
 */
function mailboxOf({ email, emailVerified }: Account): string | null {
  return email !== null && emailVerified && !isGuestSignInName(email) ? email : null
}
