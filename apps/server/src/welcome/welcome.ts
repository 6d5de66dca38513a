import { isGuestSignInName } from '@foyer/contract/email-address'
import { ServerError } from '../errors/server-error.ts'
import type { Account, IdentityPlatform, VerifiedIdToken } from '../identity/identity-platform.ts'
import type { ServedTenants } from '@foyer/contract/served-tenants'
import { checkServed } from '../tenants/served-tenants.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Provisioning } from '../provisioning/provisioning.ts'
import type { WelcomeStore } from './welcome-store.ts'

export interface WelcomePorts {
  identity: IdentityPlatform
  store: WelcomeStore
  /** Null when no other system is told of new accounts. */
  provisioning: Provisioning | null
  limiter: Limiter
  /** Milliseconds since the epoch. */
  now: () => number
}

interface Request {
  idToken: string
  requestId: string
}

/** Seconds. */
const oldest = 300
const clockTolerance = 30
/** The same as in the gate. */
const aheadTolerance = 60

const welcomesOfAccount = { name: 'welcome', max: 20, seconds: 600 }

/**
 * Makes whatever a new account needs and takes its `firstLogin` claim away (C9, F3). Each step may be
 * repeated: whoever calls again after a failure goes on where it stopped.
 */
export async function welcome(
  { idToken, requestId }: Request,
  tenants: ServedTenants,
  ports: WelcomePorts,
): Promise<void> {
  const { identity, store, limiter, now } = ports
  const token = await identity.verifyIdToken(idToken)
  checkAge(token, now() / 1000)
  checkServed(token.tenantId, tenants)
  // Nobody can come back to an anonymous account, so there is nothing to prepare for it.
  if (token.signInProvider === 'anonymous') throw new ServerError('permission-denied')

  await limiter.take(welcomesOfAccount, JSON.stringify([token.tenantId, token.uid]))

  const until = new Date((token.issuedAt + oldest + clockTolerance) * 1000)
  if (!(await store.spend(idToken, until))) throw new ServerError('id-token-used')
  try {
    await store.inTurn(token, () => welcomeAccount(token, requestId, ports))
  } catch (error) {
    // When this fails too, the page asks with a fresh token instead.
    await store.restore(idToken).catch(() => {})
    throw error
  }
}

function checkAge({ issuedAt }: VerifiedIdToken, now: number) {
  if (issuedAt - now > aheadTolerance) throw new ServerError('id-token-refused')
  if (now - issuedAt > oldest) throw new ServerError('id-token-too-old')
}

async function welcomeAccount(
  { uid, tenantId }: VerifiedIdToken,
  requestId: string,
  { identity, store, provisioning }: WelcomePorts,
) {
  const account = await accountOf(uid, tenantId, identity)
  if (account.claims['firstLogin'] !== true) return

  const email = mailboxOf(account)
  const { isWelcomed, ...newUser } = await store.keep({ ...account, email })
  if (!isWelcomed) {
    await provisioning?.announce(newUser)
    await store.recordWelcome(account, requestId)
  }
  // Read anew: the system that was just told may have set claims of its own.
  const { firstLogin: _firstLogin, ...claims } = (await accountOf(uid, tenantId, identity)).claims
  await identity.setClaims(uid, tenantId, claims)
}

/** The other system treats an email address as proven: it may link accounts by it or write to it. */
function mailboxOf({ email, emailVerified }: Account): string | null {
  return email !== null && emailVerified && !isGuestSignInName(email) ? email : null
}

async function accountOf(uid: string, tenantId: string | null, identity: IdentityPlatform) {
  const account = await identity.accountByUid(uid, tenantId)
  if (account === null) throw new ServerError('account-missing')
  return account
}
