import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** Turns a value into opaque, authenticated text that only this gate can read or write. */
export interface SealedBox<Value> {
  seal(value: Value): string
  /** `undefined` for whatever this box, with this key, did not seal. */
  open(text: string): Value | undefined
}

/**
 * AES-256-GCM over JSON. The purpose is authenticated with it, so that a state can never be
 * passed off as a redirect token or a session. Change its version when `Value` changes shape.
 */
export function createSealedBox<Value>(key: Buffer, purpose: string): SealedBox<Value> {
  const associated = Buffer.from(purpose)
  return {
    seal(value) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associated)
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')
    },
    open(text) {
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length <= ivBytes + tagBytes) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(associated).setAuthTag(bytes.subarray(-tagBytes))
      try {
        const body = decipher.update(bytes.subarray(ivBytes, -tagBytes))
        return JSON.parse(Buffer.concat([body, decipher.final()]).toString('utf8')) as Value
      } catch {
        return undefined
      }
    },
  }
}
