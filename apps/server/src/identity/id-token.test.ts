import { expect, it } from 'vitest'
import { parseIdToken } from './id-token.ts'

/** A token that is padded to the given length. */
function tokenOf(length: number): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${encode({ alg: 'RS256' })}.${encode({ firebase: { tenant: 'Acme-x1y2z' } })}.`
  return token + 'x'.repeat(length - token.length)
}

it('the tenant of an ID token with up to 8192 characters is parsed, and a longer token is refused', () => {
  expect(parseIdToken(tokenOf(8192))).toEqual({ tenantId: 'Acme-x1y2z' })
  expect(parseIdToken(tokenOf(8193))).toBeNull()
})

it.each([
  ['a line break at its end', `${tokenOf(100)}\n`],
  ['a space at its start', ` ${tokenOf(100)}`],
  ['a fourth part', `${tokenOf(100)}.x`],
])('an ID token with %s is refused', (_, token) => {
  expect(parseIdToken(token)).toBeNull()
})
