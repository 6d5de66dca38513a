import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'

const ivBytes = 12
const tagBytes = 16

/**
 * The length that fits into a cookie, and that every sign-in page accepts for a `state`. Our own page accepts longer
 * ones.
 */
export const ordinaryLength = 4096

/** Turns a value into an opaque, authenticated text that only this gate can create or open. */
export interface SealedBox<Value> {
  seal(value: Value): string
  /** Returns `undefined` unless this box created exactly this text, with this key. */
  open(text: string): Value | undefined
}

/**
 * AES-256-GCM over JSON. Each purpose has its own key, so a state cannot be used as a session. Anyone can get states
 * sealed, but never with the key of sessions. If `Value` changes its shape, change the version in the purpose.
 */
export function createSealedBox<Value>(
  gateKey: Buffer,
  purpose: string,
  maxLength = ordinaryLength,
): SealedBox<Value> {
  const key = Buffer.from(hkdfSync('sha256', gateKey, '', purpose, gateKey.length))
  const associated = Buffer.from(purpose)
  return {
    seal(value) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associated)
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
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(associated).setAuthTag(bytes.subarray(-tagBytes))
      try {
        const body = decipher.update(bytes.subarray(ivBytes, -tagBytes))
        return JSON.parse(unpack(Buffer.concat([body, decipher.final()]))) as Value
      } catch {
        return undefined
      }
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
