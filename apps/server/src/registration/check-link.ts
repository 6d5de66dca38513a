import { ServerError } from '../errors/server-error.ts'
import { checkServed } from '../tenants/served-tenants.ts'
import { verifyConfirmation } from './confirmation.ts'
import { verifyInvitation } from './invitation.ts'
import { checkConfirmable, type RegistrationDeps } from './register.ts'
import { findRegistration } from './registration-store.ts'

/**
 * Rejects if nobody can register with the invitation any more, so that the page can say so before the form is filled
 * in. It uses nothing up. It asks our store and never Identity Platform: a leaked invitation must not reveal whether
 * its email address has an account.
 */
export async function checkInvitation(
  token: string,
  { database, keys, partnerKeys, tenants }: RegistrationDeps,
): Promise<void> {
  const invitation = await verifyInvitation(token, { own: keys.invitation, partners: partnerKeys })
  checkServed(invitation.tenantId, tenants)
  const used = await database
    .selectFrom('registrations')
    .select('finished_at')
    .where('invitation_id', '=', invitation.id)
    .executeTakeFirst()
  // An unfinished registration does not use the invitation up: the next submission takes it over.
  if (used !== undefined && used.finished_at !== null) throw new ServerError('already-registered')
}

/** Rejects if the link in the email can no longer confirm its registration. It uses nothing up. */
export async function checkConfirmation(token: string, deps: RegistrationDeps): Promise<void> {
  const id = await verifyConfirmation(token, deps.keys.confirmation)
  checkConfirmable(await findRegistration(deps.database, id), deps)
}
