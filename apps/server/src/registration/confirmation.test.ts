import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signConfirmation, verifyConfirmation } from './confirmation.ts'

const key = Buffer.alloc(32, 1)
const registration = { id: 'r-1', createdAt: new Date('2030-01-01T10:00:00Z') }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('the link in a mail confirms for twenty-four hours and half a minute, and not a second longer', async () => {
  const token = await signConfirmation(registration, key)
  vi.setSystemTime('2030-01-02T10:00:29Z')
  expect(await verifyConfirmation(token, key)).toBe('r-1')
  vi.setSystemTime('2030-01-02T10:00:30Z')
  await expect(verifyConfirmation(token, key)).rejects.toMatchObject({
    code: 'registration-link-expired',
  })
})

it('a mail that is sent again holds the same link, which lives no longer for that', async () => {
  vi.setSystemTime('2030-01-01T10:00:00Z')
  const first = await signConfirmation(registration, key)
  vi.setSystemTime('2030-01-02T09:00:00Z')
  expect(await signConfirmation(registration, key)).toBe(first)
})
