import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DerivedKeys } from '../keys/derived-keys.ts'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16
export type SealKey = Pick<DerivedKeys, 'signInCode'>

/** Encrypts a text, because anyone who reads the database could use it. */
export function seal(content: string, { signInCode }: SealKey): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, signInCode, iv)
  const text = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** Throws if the text was sealed with another key. */
export function unseal(sealed: string, { signInCode }: SealKey): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, signInCode, bytes.subarray(0, ivLength))
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  const text = decipher.update(bytes.subarray(ivLength + tagLength))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}
