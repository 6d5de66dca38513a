import { expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createPendingCodes } from './pending-code.ts'

const code = { verificationId: 'v', phoneNumber: '+905550000001', tenantId: null }

it('a code that was not entered yet survives a reload, for ten minutes and its tenant', () => {
  const storage = createMemoryStorage()
  createPendingCodes(storage, () => 0).keep(code)
  expect(createPendingCodes(storage, () => 599_999).recall(null)).toEqual(code)
  expect(createPendingCodes(storage, () => 600_000).recall(null)).toBeNull()
  expect(createPendingCodes(storage, () => 0).recall('acme-1a2b3')).toBeNull()
})

it('a code that was used is forgotten', () => {
  const codes = createPendingCodes(createMemoryStorage(), () => 0)
  codes.keep(code)
  codes.forget()
  expect(codes.recall(null)).toBeNull()
})

it.each(['undefined', '{', 'null', '7', '{"verificationId":1}'])(
  '%s is no code (ST-05)',
  (text) => {
    const storage = createMemoryStorage({ 'foyer:pending-code': text })
    expect(createPendingCodes(storage, () => 0).recall(null)).toBeNull()
  },
)
