import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'

const ivBytes = 12
const tagBytes = 16

/**
 * The length that fits into a cookie, and that every sign-in page accepts for a `state`. Our own page accepts longer
 * ones.
 */
export const ordinaryLength = 4096

/** The gate's keys, see `KeyRing`. */
export interface SealingKeys {
  current(): SealingKey
  accepted(): readonly SealingKey[]
}

interface SealingKey {
  sealing: Buffer
}

/** Turns a value into an opaque, authenticated text that only this gate can create or open. */
export interface SealedBox<Value> {
  seal(value: Value): string
  /** Returns `undefined` unless this box created exactly this text, with a key that is still accepted. */
  open(text: string): Value | undefined
}

/**
 * AES-256-GCM over JSON. Each purpose has its own key, so a state cannot be used as a session. Anyone can get states
 * sealed, but never with the key of sessions. If `Value` changes its shape, change the version in the purpose.
 */
export function createSealedBox<Value>(
  keys: SealingKeys,
  purpose: string,
  maxLength = ordinaryLength,
): SealedBox<Value> {
  const associated = Buffer.from(purpose)
  const derived = new WeakMap<SealingKey, Buffer>()

  function derive(key: SealingKey): Buffer {
    const known = derived.get(key)
    if (known) return known
    const { sealing } = key
    const own = Buffer.from(hkdfSync('sha256', sealing, '', purpose, sealing.length))
    derived.set(key, own)
    return own
  }

  function openWith(key: SealingKey, bytes: Buffer): Value | undefined {
    const decipher = createDecipheriv('aes-256-gcm', derive(key), bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(associated).setAuthTag(bytes.subarray(-tagBytes))
    try {
      const body = decipher.update(bytes.subarray(ivBytes, -tagBytes))
      return JSON.parse(unpack(Buffer.concat([body, decipher.final()]))) as Value
    } catch {
      return undefined
    }
  }

  return {
    seal(value) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', derive(keys.current()), iv).setAAD(associated)
      const body = Buffer.concat([cipher.update(pack(JSON.stringify(value))), cipher.final()])
      return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')
    },
    open(text) {
      if (text.length > maxLength) return undefined
      const bytes = Buffer.from(text, 'base64url')
      // The decoder skips unknown characters. So one value would have any number of texts, and code that remembers
      // values by their text would treat each as another value.
      if (bytes.toString('base64url') !== text) return undefined
      if (bytes.length <= ivBytes + tagBytes) return undefined
      for (const key of keys.accepted()) {
        const value = openWith(key, bytes)
        if (value !== undefined) return value
      }
      return undefined
    },
  }
}

/** Compressing shorter texts saves too little for the time that it takes. */
const worthPacking = 256
/** zlib data begins with this byte, and JSON never does. */
const zlibMark = 0x78

/**
 * Sealed values are sent in headers, for which a reverse proxy may have only 4 KB. Base64 adds a third. Most paths and
 * claims use so few different characters that compression first saves as much.
 */
function pack(json: string): Buffer {
  const plain = Buffer.from(json)
  return plain.length < worthPacking ? plain : deflateSync(plain)
}

function unpack(bytes: Buffer): string {
  return (bytes[0] === zlibMark ? inflateSync(bytes) : bytes).toString('utf8')
}
