import { ServerError } from '../errors/server-error.ts'
import { checkServed } from '../tenants/served-tenants.ts'
import { verifyInvitation } from './invitation.ts'
import type { RegistrationDeps } from './register.ts'

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
