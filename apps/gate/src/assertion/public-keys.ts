import { createPublicKey } from 'node:crypto'
import type { AssertionKey } from '../data/gate-keys.ts'

/** The two formats in which Google publishes IAP's keys, so that verifiers only need another URL. */
export interface PublicKeys {
  /** PEM by key id, as at gstatic.com/iap/verify/public_key. */
  pem: Readonly<Record<string, string>>
  /** A JWK set, as at gstatic.com/iap/verify/public_key-jwk. */
  jwks: { keys: readonly object[] }
}

export function publicKeysOf({ kid, publicJwk }: AssertionKey): PublicKeys {
  const key = createPublicKey({ key: { ...publicJwk }, format: 'jwk' })
  return {
    pem: { [kid]: key.export({ type: 'spki', format: 'pem' }).toString() },
    jwks: { keys: [publicJwk] },
  }
}
