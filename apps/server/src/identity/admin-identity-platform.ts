import { randomUUID } from 'node:crypto'
import type { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { errorCodeOf } from '@foyer/node/system-error'
import { isSameEmail } from '@foyer/contract/email-address'
import { initializeApp, type Credential } from 'firebase-admin/app'
import { getAuth, type BaseAuth, type DecodedIdToken, type UserRecord } from 'firebase-admin/auth'
import { parseIdToken } from './id-token.ts'
import { IdentityError, noneIfTenantIsMissing, toIdentityError } from './identity-error.ts'
import type {
  AccessChange,
  Account,
  CreationOutcome,
  IdentityPlatform,
  PasswordOutcome,
} from './identity-platform.ts'

interface Options {
  projectId: string
  /** Default: the application default credentials. */
  credential?: Credential
  httpAgent?: Agent
  timeoutMs?: number
}

/**
 * Identity Platform through the admin SDK. The SDK itself reads `FIREBASE_AUTH_EMULATOR_HOST` and then
 * accepts unsigned tokens, so the settings allow that variable only in local mode.
 */
export function createAdminIdentityPlatform({
  timeoutMs = 10_000,
  ...options
}: Options): IdentityPlatform {
  let auth: ReturnType<typeof getAuth> | null = null

  // Created at the first use, because a server without accounts has no credentials.
  const authFor = (tenantId: string | null): BaseAuth => {
    auth ??= getAuth(initializeApp(options, `foyer-${randomUUID()}`))
    return tenantId === null ? auth : auth.tenantManager().authForTenant(tenantId)
  }
  const ask = <T>(tenantId: string | null, call: (auth: BaseAuth) => Promise<T>) =>
    withTimeout(timeoutMs, async () => call(authFor(tenantId)))
  // Waits until the SDK gives up, which repeats a call for minutes. One that was abandoned earlier could take effect after a
  // later one, and for example disable an account that was enabled again.
  const change = <T>(tenantId: string | null, call: (auth: BaseAuth) => Promise<T>) =>
    Promise.resolve(tenantId).then(authFor).then(call).catch(raise)

  const find = async (tenantId: string | null, call: (auth: BaseAuth) => Promise<UserRecord>) => {
    try {
      return toAccount(await ask(tenantId, call))
    } catch (error) {
      if (['auth/user-not-found', 'auth/invalid-email'].includes(errorCodeOf(error))) return null
      throw toIdentityError(error)
    }
  }
  const accountByUid = (uid: string, tenantId: string | null) =>
    find(tenantId, (auth) => auth.getUser(uid))

  return {
    accountByUid,

    async accountByEmail(email, tenantId) {
      const account = await find(tenantId, (auth) => auth.getUserByEmail(email)).catch(
        noneIfTenantIsMissing,
      )
      // Only the account's own email address counts, never one that a linked provider reports.
      return account !== null && isSameEmail(account.email ?? '', email) ? account : null
    },

    async createAccount({ tenantId, ...account }) {
      const isOurs = async () => (await accountByUid(account.uid, tenantId)) !== null
      return ask(tenantId, (auth) => auth.createUser(account)).then(
        () => 'created',
        (error: unknown) => outcomeOf(error, isOurs),
      )
    },

    setClaims: (uid, tenantId, claims) =>
      change(tenantId, (auth) => auth.setCustomUserClaims(uid, claims)),

    async setPassword(uid, tenantId, password, emailVerified) {
      const call = (auth: BaseAuth) => changePassword(auth, uid, { password, emailVerified })
      return change(tenantId, call)
    },

    emailSignInCode: (email, tenantId) =>
      ask(tenantId, (auth) => createSignInCode(auth, email)).catch(raise),

    endSessions: (uid, tenantId) =>
      change(tenantId, (auth) => auth.getUser(uid).then((user) => endSessions(auth, user))),

    changeAccess: (uid, tenantId, access) =>
      change(tenantId, (auth) => changeAccess(auth, uid, access)),

    customTokenFor: (uid, tenantId) =>
      ask(tenantId, (auth) => auth.createCustomToken(uid)).catch(raise),

    async verifyIdToken(idToken) {
      const parsed = parseIdToken(idToken)
      if (parsed === null) throw new IdentityError('id-token-refused')
      const { tenantId } = parsed
      const verified = await ask(tenantId, (auth) => auth.verifyIdToken(idToken, true)).catch(
        raiseVerification,
      )
      return toVerifiedIdToken(verified, tenantId)
    },
  }
}

/** @param isOurs whether there is an account with the uid */
async function outcomeOf(error: unknown, isOurs: () => Promise<boolean>): Promise<CreationOutcome> {
  const code = errorCodeOf(error)
  if (code === 'auth/uid-already-exists') return 'exists-with-this-uid'
  if (code === 'auth/invalid-email') return 'address-refused'
  if (code !== 'auth/email-already-exists') throw toIdentityError(error)
  // If this call repeats an earlier one, both the uid and the email address exist, and either of the two errors may be
  // reported.
  return (await isOurs()) ? 'exists-with-this-uid' : 'address-taken'
}

async function changeAccess(
  auth: BaseAuth,
  uid: string,
  { unlinked = [], factors, isDisabled }: AccessChange,
): Promise<void> {
  const change = {
    ...(unlinked.length > 0 && { providersToUnlink: [...unlinked] }),
    ...(factors === 'none' && { multiFactor: { enrolledFactors: null } }),
    ...(isDisabled !== undefined && { disabled: isDisabled }),
  }
  if (Object.keys(change).length > 0) await auth.updateUser(uid, change)
}

const refusedPassword = new Set([
  'auth/password-does-not-meet-requirements',
  'auth/invalid-password',
])

async function changePassword(
  auth: BaseAuth,
  uid: string,
  change: { password: string; emailVerified: boolean },
): Promise<PasswordOutcome> {
  try {
    const user = await auth.updateUser(uid, change)
    // The service has ended the sessions already, if it treats the change like one by the user.
    await endSessions(auth, user)
    return 'set'
  } catch (error) {
    const code = errorCodeOf(error)
    if (refusedPassword.has(code)) return 'refused'
    if (code === 'auth/operation-not-allowed') return 'off'
    throw error
  }
}

/** With a clock that is behind by more than this, nothing works. */
const mostSkewMs = 60_000

/**
 * Sessions end by the second in which they began, so one of the current second would stay: that of a script which signs in
 * again and again. This waits for the second after the last sign-in, also if our clock is behind the service's.
 */
async function endSessions(auth: BaseAuth, { uid, metadata }: UserRecord): Promise<void> {
  const next = (Date.parse(metadata.lastSignInTime ?? '') || 0) + 1_000
  if (next - Date.now() > mostSkewMs) throw new IdentityError('unavailable')
  // A timer may fire a millisecond early.
  while (Date.now() < next) await wait(next - Date.now())
  await auth.revokeRefreshTokens(uid)
}

/** Identity Platform sends nothing, and nobody opens the URL of its link. Only the code in it is used. */
async function createSignInCode(auth: BaseAuth, email: string): Promise<string> {
  const how = { url: 'https://localhost/', handleCodeInApp: true }
  const link = await auth.generateSignInWithEmailLink(email, how)
  const code = new URL(link).searchParams.get('oobCode')
  if (code === null) throw new IdentityError('unavailable')
  return code
}

function toAccount(user: UserRecord): Account {
  return {
    uid: user.uid,
    tenantId: user.tenantId ?? null,
    email: user.email ?? null,
    emailVerified: user.emailVerified,
    displayName: user.displayName ?? '',
    disabled: user.disabled,
    hasSecondFactor: (user.multiFactor?.enrolledFactors.length ?? 0) > 0,
    providers: user.providerData.map(({ providerId, uid }) => ({ id: providerId, subject: uid })),
    claims: user.customClaims ?? {},
    validSince: Math.floor(Date.parse(user.tokensValidAfterTime ?? '') / 1000) || 0,
  }
}

function toVerifiedIdToken(token: DecodedIdToken, tenantId: string | null) {
  // The SDK adds the uid. The gate reads the same token without it, and must decide alike.
  const { uid, ...claims } = token
  return { uid, tenantId, issuedAt: token.iat, claims }
}

function raise(error: unknown): never {
  throw toIdentityError(error)
}

function raiseVerification(error: unknown): never {
  throw translateVerification(error)
}

function translateVerification(error: unknown): IdentityError {
  const code = errorCodeOf(error)
  if (code === 'auth/user-not-found') return new IdentityError('id-token-refused', { cause: error })
  if (code !== 'auth/argument-error') return toIdentityError(error)
  // The SDK has one code for an invalid token and for signing keys that cannot be fetched. The first is the
  // client's error and the second an outage; only the message distinguishes them.
  const isOfToken = error instanceof Error && /ID token|verifyIdToken/.test(error.message)
  return new IdentityError(isOfToken ? 'id-token-refused' : 'unavailable', { cause: error })
}

async function withTimeout<T>(timeoutMs: number, call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new IdentityError('deadline-exceeded')), timeoutMs)
  })
  try {
    return await Promise.race([call(), timeUp])
  } finally {
    clearTimeout(timer)
  }
}
