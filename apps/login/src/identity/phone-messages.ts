import { PhoneAuthProvider, RecaptchaVerifier, signInWithCredential } from 'firebase/auth'
import type { Auth, PhoneInfoOptions } from 'firebase/auth'
import type { AppVerification, PhoneConfirmation } from './identity.ts'
import { timely, translated } from './sdk-call.ts'

export async function sendCode(
  auth: Auth,
  phoneNumber: string,
  proof: AppVerification,
): Promise<PhoneConfirmation> {
  return confirmationOf(auth, await sendMessage(auth, proof, { phoneNumber }))
}

/**
 * Each text message has its own app verification. If one is used again or has expired, all later messages fail (SM-14,
 * SM-15).
 *
 * @returns what identifies the message to the service
 */
export async function sendMessage(
  auth: Auth,
  { languageCode, place, isVisible }: AppVerification,
  to: PhoneInfoOptions,
): Promise<string> {
  auth.languageCode = languageCode
  const element = place.ownerDocument.createElement('div')
  place.append(element)
  const verifier = new RecaptchaVerifier(auth, element, {
    size: isVisible ? 'normal' : 'invisible',
  })
  try {
    return await translated(new PhoneAuthProvider(auth).verifyPhoneNumber(to, verifier))
  } finally {
    clear(verifier)
    element.remove()
  }
}

export function confirmationOf(auth: Auth, verificationId: string): PhoneConfirmation {
  return {
    verificationId,
    confirm: (verificationCode) =>
      timely(
        signInWithCredential(auth, PhoneAuthProvider.credential(verificationId, verificationCode)),
      ),
  }
}

function clear(verifier: RecaptchaVerifier): void {
  try {
    verifier.clear()
  } catch {
    // The verifier was never rendered.
  }
}
