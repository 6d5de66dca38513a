import type { SecondFactorKind } from '@foyer/contract/config'
import {
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  TotpMultiFactorGenerator,
  multiFactor,
} from 'firebase/auth'
import type { Auth, MultiFactorAssertion, TotpSecret, UserCredential } from 'firebase/auth'
import { CodedError } from '../errors/coded-error.ts'
import { sendMessage } from './phone-messages.ts'
import { timely } from './sdk-call.ts'
import type { AskForFactor, Enrolment } from './second-factor.ts'

/**
 * Lets a user who has signed in without a second factor add one. This is directly after the sign-in, because the service
 * demands a recent one. A user who does not add one is signed out, so that no later page load uses the account.
 *
 * @param kinds of which an account needs one. None if it needs none.
 */
export async function withAddedFactor(
  auth: Auth,
  askForFactor: AskForFactor,
  kinds: readonly SecondFactorKind[],
  credential: UserCredential,
): Promise<UserCredential> {
  if (kinds.length === 0) return credential
  const { signInSecondFactor } = await timely(credential.user.getIdTokenResult())
  if (signInSecondFactor !== null) return credential
  try {
    // The service adds no factor to such an account.
    if (!credential.user.emailVerified) throw new CodedError('auth/unverified-email')
    return (await askForFactor(enrolmentOf(auth, credential, kinds))) as UserCredential
  } catch (error) {
    await timely(auth.signOut())
    throw error
  }
}

function enrolmentOf(
  auth: Auth,
  credential: UserCredential,
  kinds: readonly SecondFactorKind[],
): Enrolment {
  const factors = multiFactor(credential.user)
  let secret: TotpSecret | null = null

  async function add(assertion: MultiFactorAssertion, name?: string): Promise<UserCredential> {
    await timely(factors.enroll(assertion, name))
    return credential
  }

  return {
    name: 'enrolment',
    tenantId: auth.tenantId,
    account: credential.user.email ?? '',
    kinds,
    async sendCode(phoneNumber, proof) {
      const session = await timely(factors.getSession())
      return sendMessage(auth, proof, { phoneNumber, session })
    },
    confirmMessage(verificationId, code) {
      const message = PhoneAuthProvider.credential(verificationId, code)
      return add(PhoneMultiFactorGenerator.assertion(message))
    },
    async createSecret() {
      const session = await timely(factors.getSession())
      secret = await timely(TotpMultiFactorGenerator.generateSecret(session))
      const { secretKey: key, hashingAlgorithm, codeLength, codeIntervalSeconds } = secret
      return { key, algorithm: hashingAlgorithm, digits: codeLength, period: codeIntervalSeconds }
    },
    async confirmApp(code, name) {
      if (secret === null) throw new CodedError('auth/missing-multi-factor-session')
      return add(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), name)
    },
  }
}
