import { PhoneAuthProvider, RecaptchaVerifier, signInWithCredential } from 'firebase/auth'
import type { Auth } from 'firebase/auth'
import type { AppVerification, PhoneConfirmation } from './identity.ts'
import { timely, translated } from './sdk-call.ts'

/**
 * Each text message has its own app verification. If one is used again or has expired, all later messages fail (SM-14,
 * SM-15).
 */
export async function sendCode(
  auth: Auth,
  phoneNumber: string,
  { languageCode, place, isVisible }: AppVerification,
): Promise<PhoneConfirmation> {
  auth.languageCode = languageCode
  const element = place.ownerDocument.createElement('div')
  place.append(element)
  const verifier = new RecaptchaVerifier(auth, element, {
    size: isVisible ? 'normal' : 'invisible',
  })
  try {
    const provider = new PhoneAuthProvider(auth)
    const verificationId = await translated(provider.verifyPhoneNumber(phoneNumber, verifier))
    return confirmationOf(auth, verificationId)
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
