import { isSameEmail } from '@foyer/contract/email-address'
import type {
  Registration,
  RegistrationAnswer,
  RegistrationRequest,
} from '@foyer/contract/registration'
import { recordAudit } from '../audit/audit-trail.ts'
import { ServerError } from '../errors/server-error.ts'
import type { ServedTenants } from '@foyer/contract/served-tenants'
import { checkServed, tenantOfNewUsers } from '../tenants/served-tenants.ts'
import type { Limiter } from '../limits/limiter.ts'
import { takeEmail } from '../limits/mailbox.ts'
import { queueMail } from '../mail/outbox.ts'
import { pseudonymOf } from '../keys/derived-keys.ts'
import { verifyConfirmation } from './confirmation.ts'
import { finishRegistration, type CreationDeps } from './create-account.ts'
import { matchesInvitation, verifyInvitation } from './invitation.ts'
import {
  startCreating,
  updatePerson,
  emailOfAccount,
  findByKey,
  fingerprintOf,
  lockByInvitation,
  lockRegistration,
  insertRegistration,
  storeKey,
  type Fingerprint,
  type StoredRegistration,
} from './registration-store.ts'

export interface RegistrationDeps extends CreationDeps {
  limiter: Limiter
  partnerKeys: ReadonlyMap<string, Buffer>
  /** Whether users may register without an invitation. */
  isOpen: boolean
  tenants: ServedTenants
}

interface Asked<Body> {
  body: Body
  idempotencyKey: string
  requestId: string
  /** The network of the browser, for the limits. */
  client: string
}

/** For how many milliseconds a repeated request still gets a token to sign in with. */
const repeatableMs = 10 * 60_000

/**
 * Registers a user (A3). With an invitation the account is created at once. Without one, the user must first
 * open the link in an email.
 */
export async function register(
  asked: Asked<RegistrationRequest>,
  deps: RegistrationDeps,
): Promise<RegistrationAnswer> {
  const { body, idempotencyKey, requestId } = asked
  const fingerprint = fingerprintOf(idempotencyKey, body)
  const repeated = await respondToRepeated(fingerprint, deps)
  if (repeated !== null) return repeated

  if (body.invitation !== undefined) {
    const registration = await acceptInvitation(body, body.invitation, fingerprint, requestId, deps)
    return respondWithAccount(registration, fingerprint, deps)
  }
  await requestConfirmation(asked, fingerprint, deps)
  return { status: 'mail-sent' }
}

/**
 * Creates the account of a user who opened the link in the email, which proves that the email address is
 * theirs.
 */
export async function confirm(
  { body, idempotencyKey }: Pick<Asked<{ confirmation: string }>, 'body' | 'idempotencyKey'>,
  deps: RegistrationDeps,
): Promise<RegistrationAnswer> {
  const fingerprint = fingerprintOf(idempotencyKey, body)
  const repeated = await respondToRepeated(fingerprint, deps)
  if (repeated !== null) return repeated

  const id = await verifyConfirmation(body.confirmation, deps.keys.confirmation)
  const registration = await deps.database.transaction().execute(async (transaction) => {
    const held = checkConfirmable(await lockRegistration(transaction, id), deps)
    await startCreating(transaction, id)
    await storeKey(transaction, fingerprint, 'confirmation', id)
    return held
  })
  return respondWithAccount(registration, fingerprint, deps)
}

/**
 * The same key with the same body is a repetition: it continues the registration or gets the same response
 * again.
 */
async function respondToRepeated(
  fingerprint: Fingerprint,
  deps: RegistrationDeps,
): Promise<RegistrationAnswer | null> {
  const used = await findByKey(deps.database, fingerprint.keyHash)
  if (used === null) return null
  if (used.bodyHash !== fingerprint.bodyHash) throw new ServerError('idempotency-key-reused')
  return used.purpose === 'mail'
    ? { status: 'mail-sent' }
    : respondWithAccount(used.registration, fingerprint, deps)
}

async function respondWithAccount(
  registration: StoredRegistration,
  { keyHash }: Fingerprint,
  deps: RegistrationDeps,
): Promise<RegistrationAnswer> {
  const isRepeated = registration.finishedAt !== null
  const { state, finishedAt, uid, tenantId } = isRepeated
    ? registration
    : await finishRegistration(registration, deps)
  const isFresh = finishedAt !== null && Date.now() - finishedAt.getTime() < repeatableMs
  if (state !== 'created' || !isFresh) throw new ServerError('already-registered')
  // Another browser may have taken over. After the end, none can.
  if ((await findByKey(deps.database, keyHash)) === null)
    throw new ServerError('already-registered')
  if (isRepeated && !(await isUnchanged(registration, deps)))
    throw new ServerError('already-registered')
  return { status: 'created', customToken: await deps.identity.customTokenFor(uid, tenantId) }
}

/**
 * Whether the account is unchanged since the registration. A repeated request proves nothing about later
 * changes.
 */
async function isUnchanged(
  { uid, tenantId }: StoredRegistration,
  { identity, database }: RegistrationDeps,
): Promise<boolean> {
  const [account, email] = await Promise.all([
    identity.accountByUid(uid, tenantId),
    emailOfAccount(database, uid, tenantId),
  ])
  if (account === null || email === null) return false
  const { disabled, hasSecondFactor, emailVerified } = account
  return !disabled && !hasSecondFactor && emailVerified && isSameEmail(account.email ?? '', email)
}

/**
 * Returns the registration if the link in its email can still confirm it. Registration must be allowed then, not only
 * when it started.
 */
export function checkConfirmable(
  registration: StoredRegistration | null,
  { isOpen, tenants }: Pick<RegistrationDeps, 'isOpen' | 'tenants'>,
): StoredRegistration {
  if (registration === null) throw new ServerError('registration-link-expired')
  if (registration.finishedAt !== null) throw new ServerError('already-registered')
  if (!isOpen) throw new ServerError('registration-refused')
  checkServed(registration.tenantId, tenants)
  return registration
}

async function acceptInvitation(
  request: RegistrationRequest,
  token: string,
  fingerprint: Fingerprint,
  requestId: string,
  { database, keys, partnerKeys, tenants }: RegistrationDeps,
): Promise<StoredRegistration> {
  const invitation = await verifyInvitation(token, { own: keys.invitation, partners: partnerKeys })
  if (!matchesInvitation(invitation, request)) throw new ServerError('registration-refused')
  const tenantId = checkServed(invitation.tenantId, tenants)

  return database.transaction().execute(async (transaction) => {
    const registration =
      (await insertRegistration(transaction, {
        request,
        tenantId,
        invitationId: invitation.id,
        requestId,
      })) ?? (await lockByInvitation(transaction, invitation.id))
    if (registration === null || registration.finishedAt !== null)
      throw new ServerError('already-registered')
    // The first request may have been interrupted, and its page closed. So this request takes over.
    await updatePerson(transaction, registration.id, personOf(request))
    await storeKey(transaction, fingerprint, 'invitation', registration.id)
    return registration
  })
}

/**
 * Does not check whether the email address has an account. The worker that sends the email does. So neither
 * the response nor its timing reveals who has an account.
 */
async function requestConfirmation(
  { body: request, client, requestId }: Asked<RegistrationRequest>,
  fingerprint: Fingerprint,
  { database, keys, limiter, isOpen, tenants }: RegistrationDeps,
) {
  const tenantId = tenantOfNewUsers(tenants)
  if (!isOpen || tenantId === undefined) throw new ServerError('registration-refused')
  const { email, language, firstName } = request
  await takeEmail(limiter, 'registration-mail', { email, client })
  await database.transaction().execute(async (transaction) => {
    const registration = await insertRegistration(transaction, {
      request,
      tenantId,
      invitationId: null,
      requestId,
    })
    if (registration === null) throw new Error('a registration without an invitation cannot clash')
    await storeKey(transaction, fingerprint, 'mail', registration.id)
    await queueMail(transaction, 'registration-asked', registration.id, {
      to: email,
      language,
      firstName,
    })
    await recordAudit(transaction, {
      action: 'registration-mail',
      outcome: 'asked',
      tenantId,
      subject: pseudonymOf(email, keys),
      requestId,
    })
  })
}

function personOf({ firstName, lastName, email, company }: RegistrationRequest): Registration {
  return { firstName, lastName, email, company }
}
