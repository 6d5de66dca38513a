import type { Registration } from '@foyer/contract/registration'
import type { Database } from '../store/tables.ts'
import { recordAudit } from '../audit/audit-trail.ts'
import { createChangeClaims } from '../identity/change-claims.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import { queueMail } from '../mail/outbox.ts'
import { pseudonymOf, type DerivedKeys } from '../keys/derived-keys.ts'
import { withLease, type HoldLease } from '../store/lease.ts'
import {
  findRegistration,
  finish,
  storeAccount,
  type StoredRegistration,
} from './registration-store.ts'

export interface CreationDeps {
  database: Database
  identity: IdentityPlatform
  keys: DerivedKeys
  /** Whether email can be sent. */
  sendsMail: boolean
  onFinished: (outcome: string) => void
}

/**
 * Finishes a registration, from any step. Identity Platform takes part in no transaction, so a crash can
 * happen between any two steps. This is safe because the uid was chosen and stored first, so every step can
 * be repeated. Rejects with `aborted` while another instance or request works on the same registration.
 */
export function finishRegistration(
  { id }: StoredRegistration,
  deps: CreationDeps,
): Promise<StoredRegistration> {
  const times = { lease: 3_000, maxWait: 0, pollEvery: 0 }
  return withLease(
    deps.database,
    `registration:${id}`,
    async (hold) => {
      const registration = await findRegistration(deps.database, id)
      if (registration === null) throw new Error('the registration is gone')
      const { state, person } = registration
      if (state === 'creating' && person !== null)
        await createAccount(registration, person, { ...deps, hold })
      return (await findRegistration(deps.database, id)) ?? registration
    },
    times,
  )
}

async function createAccount(
  registration: StoredRegistration,
  person: Registration,
  { database, identity, keys, sendsMail, onFinished, hold }: CreationDeps & { hold: HoldLease },
) {
  const { id, uid, tenantId, requestId, language } = registration
  const { email, firstName, lastName } = person
  const outcome = await identity.createAccount({
    uid,
    tenantId,
    email,
    // The invitation or the link in the email has proved who owns the email address.
    emailVerified: true,
    displayName: `${firstName} ${lastName}`,
  })
  const isCreated = outcome === 'created' || outcome === 'exists-with-this-uid'
  if (isCreated) {
    const changeClaims = createChangeClaims({ database, identity })
    await changeClaims({ uid, tenantId }, async (claims) => {
      // Another server may have finished, and the user signed in since.
      await hold()
      return { ...claims, firstLogin: true }
    })
  }

  const refusal = outcome === 'address-refused' ? 'registration-refused' : 'already-registered'
  const result = isCreated ? 'done' : refusal
  await database.transaction().execute(async (transaction) => {
    if (!(await finish(transaction, id, isCreated ? 'created' : 'refused'))) return
    if (isCreated) {
      await storeAccount(transaction, registration, person)
      if (sendsMail)
        await queueMail(transaction, 'account-created', id, {
          to: email,
          language,
          firstName,
          tenantId,
        })
    }
    await recordAudit(transaction, {
      action: 'registration',
      outcome: result,
      ...(isCreated && { uid }),
      tenantId,
      subject: pseudonymOf(email, keys),
      requestId,
    })
  })
  onFinished(result)
}
