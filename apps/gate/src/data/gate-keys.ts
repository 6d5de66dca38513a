import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import type { JWK } from 'jose'
import * as v from 'valibot'

/** One generation of the gate's keys. Once it is removed, its sessions and assertions are invalid. */
export interface GateKeys {
  /** Names this generation. It is the key id of its assertions too. */
  kid: string
  /** Seconds since 1970. It is accepted and published before, so that every verifier knows it by then. */
  usedFrom: number
  /** 32 bytes to seal states, redirect tokens and session cookies. */
  sealing: Buffer
  assertion: AssertionKey
}

export interface AssertionKey {
  kid: string
  privateKey: KeyObject
  publicJwk: JWK
}

const secrets = {
  sealing: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  assertion: v.strictObject({
    kty: v.literal('EC'),
    crv: v.literal('P-256'),
    x: v.string(),
    y: v.string(),
    d: v.string(),
  }),
}

const storedKeysSchema = v.strictObject({
  ...secrets,
  usedFrom: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

/** A generation as it is stored, in a file or in the database. */
export type StoredKeys = v.InferOutput<typeof storedKeysSchema>

/** The first gates had one generation, without the time from which it is used. */
const keyFileSchema = v.union([
  v.strictObject({ keys: v.pipe(v.array(storedKeysSchema), v.minLength(1)) }),
  v.pipe(
    v.strictObject(secrets),
    v.transform((only) => ({ keys: [{ ...only, usedFrom: 0 }] })),
  ),
])

/** Throws for anything else. The error may quote a key, so it must not be shown. */
export const parseKeyFile = (text: string): StoredKeys[] =>
  v.parse(keyFileSchema, JSON.parse(text)).keys

export const parseStoredKeys = (value: unknown): StoredKeys => v.parse(storedKeysSchema, value)

export const keyFileText = (keys: readonly StoredKeys[]) => `${JSON.stringify({ keys }, null, 2)}\n`

export function createKeys(usedFrom: number): StoredKeys {
  const assertion = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  })
  return parseStoredKeys({ sealing: randomBytes(32).toString('base64url'), assertion, usedFrom })
}

/** The key id: the thumbprint of the public key (RFC 7638). */
export function kidOf({ assertion: { crv, kty, x, y } }: StoredKeys): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}

/**
 * The order of the generations. It is the same everywhere, also for two that are used from the same second: commands must
 * show and keep the one that the gates use.
 */
export const newestFirst = (one: KeyAge, other: KeyAge): number =>
  other.usedFrom - one.usedFrom || (one.kid < other.kid ? -1 : 1)

type KeyAge = Pick<GateKeys, 'kid' | 'usedFrom'>

/** Throws if the numbers of the private key are no key. */
export function importKeys(stored: StoredKeys): GateKeys {
  const { sealing, assertion, usedFrom } = stored
  const kid = kidOf(stored)
  const { kty, crv, x, y } = assertion
  return {
    kid,
    usedFrom,
    sealing: Buffer.from(sealing, 'base64url'),
    assertion: {
      kid,
      privateKey: createPrivateKey({ key: assertion, format: 'jwk' }),
      publicJwk: { kty, crv, x, y, alg: 'ES256', use: 'sig', kid },
    },
  }
}
