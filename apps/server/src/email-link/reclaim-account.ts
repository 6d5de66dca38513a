import { randomBytes } from 'node:crypto'
import { isSameEmail } from '@foyer/contract/email-address'
import { ServerError } from '../errors/server-error.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'

interface Owner {
  uid: string
  tenantId: string | null
  /** The mailbox of the owner. */
  email: string
}

/**
 * Takes an account back from somebody who was signed in with an email link. With a session, anyone can add a password or a
 * provider, and sign in with it later. An account that gets a link has no provider, so each one was added since. If its email
 * address has changed, its next link would go to another mailbox, and only an operator can tell whose account it is.
 */
export async function reclaimAccount(
  { uid, tenantId, email }: Owner,
  identity: IdentityPlatform,
): Promise<void> {
  const accountNow = () => identity.accountByUid(uid, tenantId)
  if ((await accountNow()) === null) return
  // Before the account is read, so that nothing more is added.
  await identity.endSessions(uid, tenantId)
  const account = await accountNow()
  if (account === null) return
  const unlinked = account.providers.map(({ id }) => id).filter((id) => id !== 'password')
  const isDisabled = !isSameEmail(account.email ?? '', email)
  await identity.restrictAccount(uid, tenantId, { unlinked, isDisabled })
  // This ends the sessions once more: somebody may have signed in meanwhile.
  const outcome = await identity.setPassword(
    uid,
    tenantId,
    unknownPassword(),
    account.emailVerified,
  )
  if (outcome === 'refused') throw new ServerError('unavailable')
  if (outcome === 'off') await identity.endSessions(uid, tenantId)
}

/** Nobody knows it. It meets every policy: the service demands at most 30 characters, and one of each kind. */
const unknownPassword = (): string => `aA1!${randomBytes(20).toString('hex').slice(0, 26)}`
