import type { Registration } from '@foyer/contract/registration'
import type { Database } from '../store/tables.ts'
import { recordAudit } from '../audit/audit-trail.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import { queueMail } from '../mail/outbox.ts'
import { pseudonymOf, type OwnKeys } from '../keys/own-keys.ts'
import { inTurn } from '../store/turns.ts'
import {
  findRegistration,
  finish,
  keepAccount,
  type KeptRegistration,
} from './registration-store.ts'

export interface CreationPorts {
  database: Database
  identity: IdentityPlatform
  keys: OwnKeys
  /** Whether there is a way to send mail. */
  sendsMail: boolean
  onFinished: (outcome: string) => void
}

/**
 * Brings a registration to its end, wherever it was left. Identity Platform takes part in no
 * transaction; what makes this safe is that the uid was chosen and recorded before, so that every step
 * may be repeated. Fails with `aborted` while another instance or request is at it.
 */
export function finishRegistration(
  { id }: KeptRegistration,
  ports: CreationPorts,
): Promise<KeptRegistration> {
  const times = { lease: 3_000, patience: 0, pollEvery: 0 }
  return inTurn(
    ports.database,
    `registration:${id}`,
    async () => {
      const registration = await findRegistration(ports.database, id)
      if (registration === null) throw new Error('the registration is gone')
      const { state, person } = registration
      if (state === 'creating' && person !== null) await createAccount(registration, person, ports)
      return (await findRegistration(ports.database, id)) ?? registration
    },
    times,
  )
}

async function createAccount(
  registration: KeptRegistration,
  person: Registration,
  { database, identity, keys, sendsMail, onFinished }: CreationPorts,
) {
  const { id, uid, tenantId, requestId, language } = registration
  const { email, firstName, lastName } = person
  const outcome = await identity.createAccount({
    uid,
    tenantId,
    email,
    // The person with the invitation or the email's link owns the email address.
    emailVerified: true,
    displayName: `${firstName} ${lastName}`,
  })
  const isCreated = outcome === 'created' || outcome === 'exists-with-this-uid'
  if (isCreated) {
    const known = await identity.accountByUid(uid, tenantId)
    await identity.setClaims(uid, tenantId, { ...known?.claims, firstLogin: true })
  }

  const refusal = outcome === 'address-refused' ? 'registration-refused' : 'already-registered'
  const result = isCreated ? 'done' : refusal
  await database.transaction().execute(async (transaction) => {
    if (!(await finish(transaction, id, isCreated ? 'created' : 'refused'))) return
    if (isCreated) {
      await keepAccount(transaction, registration, person)
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
