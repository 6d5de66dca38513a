import { randomBytes } from 'node:crypto'
import { isSameEmail } from '@foyer/contract/email-address'
import { ServerError } from '../errors/server-error.ts'
import { noneIfTenantIsMissing } from '../identity/identity-error.ts'
import type { Account, IdentityPlatform } from '../identity/identity-platform.ts'
import type { HoldLease } from '../store/lease.ts'
import type { Database } from '../store/tables.ts'
import { mayHaveCustomToken } from './issued-tokens.ts'
import { isNoted, note, removeNote } from './refusal-notes.ts'

interface Owner {
  uid: string
  tenantId: string | null
  /** The mailbox of the owner. */
  email: string
}

interface Reclaim {
  /** Of the link that is refused. */
  linkId: string
  /** Whether the account had no second factor when the link was used, so that each one was added since. */
  hadNoFactor: boolean
  /** Whether all codes that were issued are used up. The service may not use up those of a disabled account. */
  isUsedUp: boolean
}

interface ReclaimDeps {
  database: Database
  identity: IdentityPlatform
  /** Called before each change: if another server has taken over, and finished, the owner goes on meanwhile. */
  hold: HoldLease
}

/**
 * Takes an account back from somebody who was signed in with an email link. With a session, anyone can add a password or a
 * provider, and sign in with it later. An account that gets a link has no provider, so each one was added since. If its email
 * address has changed, its next link would go to another mailbox, and only an operator can tell whose account it is.
 *
 * Meanwhile the account is disabled: otherwise somebody who signs in again and again with one thing that was added adds another
 * one between two calls. After a failure it stays so until the owner refuses once more, or a worker does.
 *
 * @returns whether that was all. Otherwise come back later: another server may still disable the account, or it stays disabled
 *   while a custom token would sign in to it
 */
export async function reclaimAccount(
  { uid, tenantId, email }: Owner,
  { linkId, hadNoFactor, isUsedUp }: Reclaim,
  { database, identity, hold }: ReclaimDeps,
): Promise<boolean> {
  const subject = closedSubject(uid, tenantId)
  const before = await identity.accountByUid(uid, tenantId).catch(noneIfTenantIsMissing)
  if (before === null) return true
  const isClosed = await isNoted(database, 'closed', subject)
  // An account that an operator has disabled stays so.
  const mayOpen = !before.disabled || isClosed
  // The lease of a server ended before its call had an effect.
  const isLate = !before.disabled && isClosed
  await hold()
  if (isLate && (await isNoted(database, 'opened', linkId))) {
    await removeNote(database, 'closed', subject)
    return true
  }
  if (isUsedUp && !before.disabled) await closeAccount(before, { database, identity, hold })
  await identity.endSessions(uid, tenantId)
  const hasToken = await mayHaveCustomToken(database, { uid, tenantId })
  // Read when nothing can be added any more.
  const account = await identity.accountByUid(uid, tenantId)
  if (account === null) return true
  await hold()
  const isSame = isSameEmail(account.email ?? '', email)
  // Who has changed it and changed it back has not verified it. Who refuses the link has.
  await replacePassword(account, account.emailVerified || isSame, identity)
  // For good: who refuses a link that was sent to the other mailbox must not enable it.
  if (!isSame) await removeNote(database, 'closed', subject)
  await hold()
  await identity.changeAccess(uid, tenantId, {
    unlinked: account.providers.map(({ id }) => id).filter((id) => id !== 'password'),
    ...(hadNoFactor && account.hasSecondFactor && { factors: 'none' }),
    ...(!isSame && { isDisabled: true }),
    ...(isSame && mayOpen && isUsedUp && !hasToken && { isDisabled: false }),
  })
  if (!isUsedUp) return true
  if (isSame && mayOpen && hasToken) return false
  const isDone = !isSame || !isLate
  if (isDone) await removeNote(database, 'closed', subject)
  else await note(database, 'opened', linkId)
  return isDone
}

const closedSubject = (uid: string, tenantId: string | null): string => `${tenantId ?? ''} ${uid}`

async function closeAccount(
  { uid, tenantId }: Account,
  { database, identity, hold }: ReclaimDeps,
): Promise<void> {
  const subject = closedSubject(uid, tenantId)
  await note(database, 'closed', subject)
  try {
    await identity.changeAccess(uid, tenantId, { isDisabled: true })
  } catch (error) {
    // Otherwise another server needs the note.
    await hold()
    // Otherwise an operator who disables it before the next try would find it enabled after that.
    const account = await identity.accountByUid(uid, tenantId).catch(() => null)
    if (account?.disabled === false) await removeNote(database, 'closed', subject)
    throw error
  }
}

async function replacePassword(
  { uid, tenantId }: Account,
  isVerified: boolean,
  identity: IdentityPlatform,
): Promise<void> {
  const outcome = await identity.setPassword(uid, tenantId, unknownPassword(), isVerified)
  if (outcome === 'refused') throw new ServerError('unavailable')
}

/** Nobody knows it. It meets every policy: the service demands at most 30 characters, and one of each kind. */
const unknownPassword = (): string => `aA1!${randomBytes(20).toString('hex').slice(0, 26)}`
