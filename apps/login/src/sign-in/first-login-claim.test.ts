import { expect, it } from 'vitest'
import { userOf } from '../testing/in-memory-identity.ts'
import { isFirstLogin } from './first-login-claim.ts'

it('the result of an ID token has the token, and its claims say whether it is the first login (B3)', async () => {
  const result = await userOf(null, { claims: { firstLogin: true } }).getIdTokenResult()
  expect(result).toMatchObject({ token: expect.any(String), claims: { firstLogin: true } })
  expect(isFirstLogin(result)).toBe(true)
})

it.each([
  {},
  { claims: null },
  { claims: {} },
  { claims: { firstLogin: false } },
  { claims: { firstLogin: 'true' } },
  { claims: { firstLogin: 1 } },
])('%j is no first login, because only the boolean true is (B3)', (result) => {
  expect(isFirstLogin(result)).toBe(false)
})
