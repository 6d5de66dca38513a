import { createPublicKey } from 'node:crypto'
import type { JWK } from 'jose'
import type { GateKeys } from '../data/gate-keys.ts'
import type { KeyRing } from '../data/key-ring.ts'

/** The two formats in which Google publishes IAP's keys, so that verifiers only need another URL. */
export interface PublicKeys {
  /** PEM by key id, as at gstatic.com/iap/verify/public_key. */
  pem: Readonly<Record<string, string>>
  /** A JWK set, as at gstatic.com/iap/verify/public_key-jwk. */
  jwks: { keys: readonly object[] }
}

/** Every key that is accepted, also one that is not used yet: a verifier may keep this for an hour. */
export function createPublicKeys(ring: Pick<KeyRing, 'accepted'>): () => PublicKeys {
  let published = publicKeysOf(ring.accepted())
  let of = ring.accepted()
  return () => {
    if (of !== ring.accepted()) {
      of = ring.accepted()
      published = publicKeysOf(of)
    }
    return published
  }
}

function publicKeysOf(keys: readonly GateKeys[]): PublicKeys {
  const jwks = keys.map(({ assertion }) => assertion.publicJwk)
  return {
    pem: Object.fromEntries(keys.map(({ kid, assertion }) => [kid, pemOf(assertion.publicJwk)])),
    jwks: { keys: jwks },
  }
}

const pemOf = (jwk: JWK) =>
  createPublicKey({ key: { ...jwk }, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString()
