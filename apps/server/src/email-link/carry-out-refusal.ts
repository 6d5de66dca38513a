import { emailKey } from '@foyer/contract/email-address'
import { recordAudit } from '../audit/audit-trail.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { DerivedKeys } from '../keys/derived-keys.ts'
import { withAccess } from '../store/access-lease.ts'
import type { HoldLease } from '../store/lease.ts'
import { StoreError } from '../store/store-error.ts'
import type { Database } from '../store/tables.ts'
import { entryFor } from './email-link.ts'
import { reclaimAccount } from './reclaim-account.ts'
import { isNoted, note } from './refusal-notes.ts'
import type { SealKey } from './seal.ts'
import {
  openSignInCode,
  type SignInCode,
  type UseUpOutcome,
  type UseUpSignInCode,
} from './sign-in-codes.ts'
import { endRefusal, hurryRefusals } from './stored-refusals.ts'

export interface CarryOutDeps {
  database: Database
  identity: IdentityPlatform
  keys: DerivedKeys
  useUpSignInCode: UseUpSignInCode
}

const maxWaits = { press: 20_000, worker: 0 }

/** The refusal of a link that was used. */
export interface Refused {
  linkId: string
  tenantId: string | null
  email: string
  /** The sealed codes that the browser got. */
  issued: readonly string[]
}

/** The account to which the codes sign in, unless using one creates it, or another version has sealed them. */
export function knownUid(issued: readonly string[], keys: SealKey): string | undefined {
  try {
    return uidIn(issued.map((sealed) => openSignInCode(sealed, keys)))
  } catch {
    return undefined
  }
}

const uidIn = (codes: readonly SignInCode[]) =>
  codes.find(({ uid }) => uid !== null)?.uid ?? undefined

/** Continues a refusal that a failure or a crash has interrupted: meanwhile the account may be disabled. */
export async function finishRefusal(refused: Refused, deps: CarryOutDeps): Promise<void> {
  try {
    await carryOut(refused, 'worker', deps)
  } catch (error) {
    const isAtWork = error instanceof StoreError && error.code === 'busy'
    if (!isAtWork) throw error
  }
}

/**
 * First uses up the codes that the browser got: it may have kept one for later. One refusal at a time for each account:
 * otherwise one could enable the account while another takes it back.
 */
export async function carryOut(
  { linkId, tenantId, email, issued }: Refused,
  by: 'press' | 'worker',
  deps: CarryOutDeps,
): Promise<void> {
  const { database, identity, keys } = deps
  const codes = issued.map((sealed) => openSignInCode(sealed, keys))
  const uidNow = async () =>
    uidIn(codes) ?? (await identity.accountByEmail(email, tenantId))?.uid ?? null
  const account = (await uidNow()) ?? emailKey(email)
  const work = async (hold: HoldLease) => {
    if (await isNoted(database, 'finished', linkId)) return
    const { isUsedUp, failures } = await spendCodes(codes, { linkId, tenantId, email }, deps)
    // Later the worker would disturb the owner, who goes on meanwhile, again and again.
    if (isUsedUp || by === 'press') {
      const uid = await uidNow()
      const hadNoFactor = codes.some(({ hasSecondFactor }) => hasSecondFactor === false)
      const reclaim = { linkId, hadNoFactor, isUsedUp }
      const isDone =
        uid === null || (await reclaimAccount({ uid, tenantId, email }, reclaim, { ...deps, hold }))
      if (isUsedUp && isDone) {
        await finish({ linkId, tenantId, email, uid }, deps)
        await hurryRefusals(database, { tenantId, email }, keys)
      }
    }
    // After the sessions have ended. The user can press again.
    for (const failure of failures) throw failure
  }
  await withAccess(database, { tenantId, account, maxWait: maxWaits[by] }, keys, work)
}

type Link = Omit<Refused, 'issued'>

/** @returns also why codes are perhaps still of use */
async function spendCodes(
  codes: readonly SignInCode[],
  { linkId, tenantId, email }: Link,
  { database, useUpSignInCode }: CarryOutDeps,
): Promise<{ isUsedUp: boolean; failures: unknown[] }> {
  // The service may say nothing about a code of the account that was disabled after this.
  if (await isNoted(database, 'codes-used-up', linkId)) return { isUsedUp: true, failures: [] }
  const results = await Promise.allSettled(
    codes.map(({ oobCode }) => useUpSignInCode({ email, tenantId, oobCode })),
  )
  const isUseless = (result: PromiseSettledResult<UseUpOutcome>) =>
    result.status === 'fulfilled' && result.value === 'useless'
  const isUsedUp = results.every(isUseless)
  if (isUsedUp) await note(database, 'codes-used-up', linkId)
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  return { isUsedUp, failures }
}

/** The account was taken back, and nothing that was issued is of use. */
function finish({ linkId, uid, ...mailbox }: Link & { uid: string | null }, deps: CarryOutDeps) {
  return deps.database.transaction().execute(async (transaction) => {
    await endRefusal(transaction, linkId)
    if (!(await note(transaction, 'finished', linkId))) return
    await recordAudit(transaction, {
      ...entryFor(mailbox, null, deps),
      action: 'email-link',
      outcome: 'taken-back',
      ...(uid !== null && { uid }),
    })
  })
}
