import { createHmac } from 'node:crypto'

/** One key a purpose, so that what was made for one is worth nothing for another. */
export interface OwnKeys {
  invitation: Buffer
  confirmation: Buffer
  signInLink: Buffer
  /** Under which an address or a network is known to the audit trail and to the limits. */
  pseudonym: Buffer
}

export function deriveKeys(signingKey: Buffer): OwnKeys {
  const derive = (purpose: string) =>
    createHmac('sha256', signingKey).update(`foyer ${purpose}`).digest()
  return {
    invitation: derive('invitation'),
    confirmation: derive('confirmation'),
    signInLink: derive('sign-in link'),
    pseudonym: derive('pseudonym'),
  }
}

/** Tells the same from another, and nothing else to whoever lacks the key. */
export function pseudonymOf(text: string, { pseudonym }: Pick<OwnKeys, 'pseudonym'>): string {
  return createHmac('sha256', pseudonym).update(text).digest('hex').slice(0, 32)
}
