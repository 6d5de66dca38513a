import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isTooLateToConfirm, signConfirmation, verifyConfirmation } from './confirmation.ts'

const key = Buffer.alloc(32, 1)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('the link in a mail confirms until twenty-four hours and half a minute after it was sent, no longer', async () => {
  const token = await signConfirmation('r-1', new Date('2030-01-01T10:00:00Z'), key)
  vi.setSystemTime('2030-01-02T10:00:29Z')
  expect(await verifyConfirmation(token, key)).toBe('r-1')
  vi.setSystemTime('2030-01-02T10:00:30Z')
  await expect(verifyConfirmation(token, key)).rejects.toMatchObject({
    code: 'registration-link-expired',
  })
})

it('the mail of a registration may be sent for twenty-four hours, no longer', () => {
  const registration = { createdAt: new Date('2030-01-01T10:00:00Z') }
  expect(isTooLateToConfirm(registration, new Date('2030-01-02T10:00:00Z'))).toBe(false)
  expect(isTooLateToConfirm(registration, new Date('2030-01-02T10:00:01Z'))).toBe(true)
})
