import { SignJWT } from 'jose'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isTooLateToConfirm, signConfirmation, verifyConfirmation } from './confirmation.ts'

const key = Buffer.alloc(32, 1)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('the link in a registration email is valid for 24 hours after the email was sent, plus 30 seconds of clock tolerance', async () => {
  const token = await signConfirmation('r-1', new Date('2030-01-01T10:00:00Z'), key)
  vi.setSystemTime('2030-01-02T10:00:29Z')
  expect(await verifyConfirmation(token, key)).toBe('r-1')
  vi.setSystemTime('2030-01-02T10:00:30Z')
  await expect(verifyConfirmation(token, key)).rejects.toMatchObject({
    code: 'registration-link-expired',
  })
})

it('the email of a registration may be sent for 24 hours', () => {
  const registration = { createdAt: new Date('2030-01-01T10:00:00Z') }
  expect(isTooLateToConfirm(registration, new Date('2030-01-02T10:00:00Z'))).toBe(false)
  expect(isTooLateToConfirm(registration, new Date('2030-01-02T10:00:01Z'))).toBe(true)
})

it.each([
  ['without an expiry', (token: SignJWT) => token.setJti('r-1')],
  ['without an id', (token: SignJWT) => token.setExpirationTime('1h')],
])('a link in a registration email %s is refused', async (_what, complete) => {
  const token = await complete(new SignJWT().setProtectedHeader({ alg: 'HS256' })).sign(key)
  await expect(verifyConfirmation(token, key)).rejects.toMatchObject({
    code: 'registration-refused',
  })
})
