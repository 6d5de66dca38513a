import * as v from 'valibot'

/** A key for HMAC, as base64 in an environment variable. */
export const secretKey = v.pipe(
  v.string(),
  v.check(
    (text) => v.is(v.pipe(v.string(), v.base64()), text) && bytesOf(text).length >= 32,
    'must be base64 of at least 32 bytes',
  ),
)

export function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}
