import type { ChangeClaims } from '../identity/change-claims.ts'
import { IdentityError } from '../identity/identity-error.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { WelcomeStore } from '../welcome/welcome-store.ts'

interface MemoryWelcomeStore extends WelcomeStore {
  rows: Map<string, { isWelcomed: boolean }>
  /** The used tokens, and until when each is stored. */
  spent: Map<string, Date>
  /** One entry for each recorded welcome. */
  trail: string[]
}

export function createMemoryWelcomeStore(): MemoryWelcomeStore {
  const spent: MemoryWelcomeStore['spent'] = new Map()
  const rows: MemoryWelcomeStore['rows'] = new Map()
  const trail: string[] = []
  const turns = new Map<string, Promise<unknown>>()
  const keyOf = ({ uid, tenantId }: { uid: string; tenantId: string | null }) =>
    `${tenantId}/${uid}`

  return {
    rows,
    spent,
    trail,
    async spend(idToken, until) {
      const isNew = !spent.has(idToken)
      spent.set(idToken, until)
      return isNew
    },
    async restore(idToken) {
      spent.delete(idToken)
    },
    withLease(account, work) {
      const turn = (turns.get(keyOf(account)) ?? Promise.resolve()).then(work)
      turns.set(
        keyOf(account),
        turn.catch(() => {}),
      )
      return turn
    },
    async save(account) {
      const row = rows.get(keyOf(account)) ?? { isWelcomed: false }
      rows.set(keyOf(account), row)
      const { uid, tenantId, email } = account
      return { uid, tenantId, email, firstName: null, lastName: null, company: null, ...row }
    },
    async recordWelcome(account, requestId) {
      rows.set(keyOf(account), { isWelcomed: true })
      trail.push(`${keyOf(account)} ${requestId}`)
    },
  }
}

/** Changes claims without a lease, which is in the database. */
export function changeClaimsAlone(identity: IdentityPlatform): ChangeClaims {
  return async ({ uid, tenantId }, change) => {
    const account = await identity.accountByUid(uid, tenantId)
    if (account === null) throw new IdentityError('account-missing')
    await identity.setClaims(uid, tenantId, await change(account.claims))
  }
}
