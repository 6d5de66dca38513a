import { createHmac } from 'node:crypto'

/** One key per purpose, so that a token for one purpose is invalid for all others. */
export interface DerivedKeys {
  invitation: Buffer
  confirmation: Buffer
  signInLink: Buffer
  emailCode: Buffer
  emailLink: Buffer
  /** Encrypts the codes of Identity Platform that were issued for an email link. */
  signInCode: Buffer
  passwordLink: Buffer
  /** For the pseudonyms of email addresses and networks in the audit trail and the limits. */
  pseudonym: Buffer
}

export function deriveKeys(signingKey: Buffer): DerivedKeys {
  const derive = (purpose: string) =>
    createHmac('sha256', signingKey).update(`foyer ${purpose}`).digest()
  return {
    invitation: derive('invitation'),
    confirmation: derive('confirmation'),
    signInLink: derive('sign-in link'),
    emailCode: derive('email code'),
    emailLink: derive('email link'),
    signInCode: derive('sign-in code'),
    passwordLink: derive('password link'),
    pseudonym: derive('pseudonym'),
  }
}

/** Equal texts have equal pseudonyms. Without the key, a pseudonym reveals nothing else. */
export function pseudonymOf(text: string, { pseudonym }: Pick<DerivedKeys, 'pseudonym'>): string {
  return createHmac('sha256', pseudonym).update(text).digest('hex').slice(0, 32)
}
