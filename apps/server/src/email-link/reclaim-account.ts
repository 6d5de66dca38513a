import { randomBytes } from 'node:crypto'
import { isSameEmail } from '@foyer/contract/email-address'
import { ServerError } from '../errors/server-error.ts'
import type { Account, IdentityPlatform } from '../identity/identity-platform.ts'
import { isSpent, spendLink } from '../sign-in-link/spend-link.ts'
import type { Database } from '../store/tables.ts'

interface Owner {
  uid: string
  tenantId: string | null
  /** The mailbox of the owner. */
  email: string
}

interface Refusal {
  steps: RefusalSteps
  /** Whether the account had no second factor when the link was used, so that each one was added since. */
  hadNoFactor: boolean
  /** Whether all codes that were issued are used up. The service may not use up those of a disabled account. */
  isUsedUp: boolean
}

/**
 * Takes an account back from somebody who was signed in with an email link. With a session, anyone can add a password or a
 * provider, and sign in with it later. An account that gets a link has no provider, so each one was added since. If its email
 * address has changed, its next link would go to another mailbox, and only an operator can tell whose account it is.
 *
 * Meanwhile the account is disabled: otherwise somebody who signs in again and again with one thing that was added adds another
 * one between two calls. After a failure it stays so until the owner refuses once more, or a worker does.
 */
export async function reclaimAccount(
  { uid, tenantId, email }: Owner,
  { steps, ...refusal }: Refusal,
  identity: IdentityPlatform,
): Promise<void> {
  const before = await identity.accountByUid(uid, tenantId)
  // A second refusal must not enable an account that an operator has disabled after the first.
  if (before === null || (await steps.isDone())) return
  const mayOpen = !before.disabled || (await steps.isClosed())
  if (refusal.isUsedUp && !before.disabled) {
    await steps.noteClosed()
    await identity.changeAccess(uid, tenantId, { isDisabled: true })
  }
  await identity.endSessions(uid, tenantId)
  // Read when nothing can be added any more.
  const account = await identity.accountByUid(uid, tenantId)
  if (account === null) return
  await replacePassword(account, identity)
  const isSame = isSameEmail(account.email ?? '', email)
  await identity.changeAccess(uid, tenantId, {
    unlinked: account.providers.map(({ id }) => id).filter((id) => id !== 'password'),
    ...(refusal.hadNoFactor && account.hasSecondFactor && { factors: 'none' }),
    ...(!isSame && { isDisabled: true }),
    ...(isSame && mayOpen && refusal.isUsedUp && { isDisabled: false }),
  })
  if (refusal.isUsedUp) await steps.noteDone()
}

async function replacePassword(account: Account, identity: IdentityPlatform): Promise<void> {
  const { uid, tenantId, emailVerified } = account
  const outcome = await identity.setPassword(uid, tenantId, unknownPassword(), emailVerified)
  if (outcome === 'refused') throw new ServerError('unavailable')
}

/** Nobody knows it. It meets every policy: the service demands at most 30 characters, and one of each kind. */
const unknownPassword = (): string => `aA1!${randomBytes(20).toString('hex').slice(0, 26)}`

/** How far the refusal of a link has come, also in an earlier try. */
interface RefusalSteps {
  /** Whether the account was disabled, and all codes were used up before. */
  isClosed: () => Promise<boolean>
  isDone: () => Promise<boolean>
  noteClosed: () => Promise<void>
  noteDone: () => Promise<void>
}

export function stepsOf(linkId: string, database: Database): RefusalSteps {
  const note = async (step: string): Promise<void> => {
    // By then, nobody can refuse the link.
    const until = new Date(Date.now() + 7_200_000)
    const use = { linkId: `${step} ${linkId}`, idempotencyKey: step, until }
    await database.transaction().execute((transaction) => spendLink(transaction, use))
  }
  return {
    isClosed: () => isSpent(database, `closed ${linkId}`),
    isDone: () => isSpent(database, `reclaimed ${linkId}`),
    noteClosed: () => note('closed'),
    noteDone: () => note('reclaimed'),
  }
}
