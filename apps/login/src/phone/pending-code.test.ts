import { expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createPendingCodes } from './pending-code.ts'

it('a code that was not entered yet survives a reload', () => {
  const code = { verificationId: 'v', phoneNumber: '+905550000001', tenantId: null }
  const storage = createMemoryStorage()
  createPendingCodes(storage, () => 0).keep(code)
  expect(createPendingCodes(storage, () => 0).recall(null)).toEqual(code)
})
