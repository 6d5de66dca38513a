import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'

const ivBytes = 12
const tagBytes = 16

/** What a cookie holds, and what any sign-in page reads of a `state`; ours reads longer ones too. */
export const ordinaryLength = 4096

/** Turns a value into opaque, authenticated text that only this gate can read or write. */
export interface SealedBox<Value> {
  seal(value: Value): string
  /** `undefined` for whatever this box, with this key, did not give out in exactly this spelling. */
  open(text: string): Value | undefined
}

/**
 * AES-256-GCM over JSON, with a key for this purpose alone: a state can never be passed off as a
 * session, and however many states strangers have sealed, the sessions' key has sealed none of them.
 * Change the purpose's version when `Value` changes shape.
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
      // The decoder skips what it does not know. One value would have any number of spellings, each
      // of which whatever remembers values by their text would take for another one.
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

/** Shorter texts gain too little for the time it takes. */
const worthPacking = 256
/** What zlib begins with and JSON never does. */
const zlibMark = 0x78

/**
 * Sealed values travel in headers, where a reverse proxy may have room for 4 KB. Text in base64 grows by a
 * third; most paths and claims have so few different characters that they shrink by as much first.
 */
function pack(json: string): Buffer {
  const plain = Buffer.from(json)
  if (plain.length < worthPacking) return plain
  const packed = deflateSync(plain)
  return packed.length < plain.length ? packed : plain
}

function unpack(bytes: Buffer): string {
  return (bytes[0] === zlibMark ? inflateSync(bytes) : bytes).toString('utf8')
}
