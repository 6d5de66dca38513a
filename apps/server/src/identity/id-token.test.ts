import { expect, it } from 'vitest'
import { parseIdToken } from './id-token.ts'

/** A token whose payload is filled up until it has so many characters. */
function tokenOf(length: number): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${encode({ alg: 'RS256' })}.${encode({ firebase: { tenant: 'Acme-x1y2z' } })}.`
  return token + 'x'.repeat(length - token.length)
}

it('reads the tenant of an ID token of up to 8192 characters, and of none that is longer', () => {
  expect(parseIdToken(tokenOf(8192))).toEqual({ tenantId: 'Acme-x1y2z' })
  expect(parseIdToken(tokenOf(8193))).toBeNull()
})

it.each([
  ['a line break at its end', `${tokenOf(100)}\n`],
  ['something before it', ` ${tokenOf(100)}`],
  ['a fourth part', `${tokenOf(100)}.x`],
])('reads no ID token with %s', (_, token) => {
  expect(parseIdToken(token)).toBeNull()
})
