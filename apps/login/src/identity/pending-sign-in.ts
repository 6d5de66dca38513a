import {
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  TotpMultiFactorGenerator,
  getMultiFactorResolver,
  multiFactor,
  reload,
} from 'firebase/auth'
import type {
  Auth,
  AuthCredential,
  MultiFactorAssertion,
  MultiFactorError,
  MultiFactorInfo,
  User,
  UserCredential,
} from 'firebase/auth'
import { CodedError, codeOf } from '../errors/coded-error.ts'
import { sendMessage } from './phone-messages.ts'
import { timely } from './sdk-call.ts'
import type { AskForFactor, PendingSignIn, SecondFactor } from './second-factor.ts'

const factorNeeded = 'auth/multi-factor-auth-required'

/** Carries out a sign-in. If the account has a second factor, the user is asked for it. */
export async function withSecondFactor<Result extends UserCredential | null>(
  auth: Auth,
  askForFactor: AskForFactor,
  signIn: Promise<Result>,
): Promise<Result | UserCredential> {
  try {
    return await signIn
  } catch (error) {
    const pending = pendingSignInOf(auth, error)
    if (pending === null || pending.factors.length === 0) throw error
    try {
      // The SDK's resolver, which completes the sign-in, returns its own credential.
      return (await askForFactor(pending)) as UserCredential
    } catch (reason) {
      pending.abandon()
      throw reason
    }
  }
}

/**
 * The service accepts a custom token without a second factor. So an account that has one is refused here.
 *
 * @throws CodedError `auth/multi-factor-auth-required`
 */
export function refuseWithFactor(user: User): void {
  if (hasFactor(user)) throw new CodedError(factorNeeded)
}

function hasFactor(user: User): boolean {
  try {
    return multiFactor(user).enrolledFactors.length > 0
  } catch {
    // The account has a factor of a kind that the SDK does not know.
    return true
  }
}

/**
 * Links a credential. The service may answer that the account has a second factor, and issue no new token, although it has
 * linked the credential. The user was asked for the factor at the sign-in, so the account itself shows what happened.
 */
export async function linked(
  user: User,
  { providerId }: AuthCredential,
  linking: Promise<unknown>,
): Promise<void> {
  try {
    await linking
  } catch (error) {
    if (codeOf(error) !== factorNeeded) throw error
    await timely(reload(user))
    if (!user.providerData.some((data) => data.providerId === providerId)) throw error
  }
}

interface AbandonablePendingSignIn extends PendingSignIn {
  /** The user has gone back. A code that is being checked must sign nobody in any more. */
  abandon: () => void
}

function pendingSignInOf(auth: Auth, error: unknown): AbandonablePendingSignIn | null {
  if (codeOf(error) !== factorNeeded) return null
  // Our own error has the SDK's as its cause.
  const given = (error instanceof CodedError ? error.cause : error) as MultiFactorError
  keepKnownFactors(given)
  const resolver = getMultiFactorResolver(auth, given)
  let isAbandoned = false

  async function resolveSignIn(assertion: MultiFactorAssertion): Promise<UserCredential> {
    const credential = await resolver.resolveSignIn(assertion)
    // A later sign-in has another user object.
    if (isAbandoned && auth.currentUser === credential.user) await auth.signOut()
    return credential
  }

  return {
    name: 'signIn',
    tenantId: auth.tenantId,
    factors: resolver.hints.map(factorOf),
    sendCode: (factor, proof) =>
      sendMessage(auth, proof, { session: resolver.session, multiFactorUid: factor.uid }),
    confirmMessage(verificationId, code) {
      const message = PhoneAuthProvider.credential(verificationId, code)
      return timely(resolveSignIn(PhoneMultiFactorGenerator.assertion(message)))
    },
    confirmApp: ({ uid }, code) =>
      timely(resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(uid, code))),
    abandon() {
      isAbandoned = true
    },
  }
}

/** The SDK fails for the whole account if it does not know the kind of one factor. The user may have another one. */
function keepKnownFactors({ customData }: MultiFactorError): void {
  const answer: unknown = Reflect.get(customData, '_serverResponse')
  if (!(answer instanceof Object)) return
  const factors: unknown = Reflect.get(answer, 'mfaInfo')
  if (Array.isArray(factors)) Reflect.set(answer, 'mfaInfo', factors.filter(isKnown))
}

const isKnown = (factor: unknown): boolean =>
  factor instanceof Object && ('phoneInfo' in factor || 'totpInfo' in factor)

function factorOf(hint: MultiFactorInfo): SecondFactor {
  const { uid, displayName } = hint
  const name = displayName ?? null
  return 'phoneNumber' in hint
    ? { uid, kind: 'phone', name, phoneNumber: String(hint.phoneNumber) }
    : { uid, kind: 'totp', name, phoneNumber: null }
}
