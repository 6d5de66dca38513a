import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createTenantNote } from './tenant-note.ts'

const content = v.object({ tenantId: v.nullable(v.string()), word: v.string() })
const note = { tenantId: null, word: 'open' }

const noteIn = (storage: ReturnType<typeof createMemoryStorage>, time = 0) =>
  createTenantNote('note', content, storage, () => time)

it('a note survives a reload, for ten minutes and only for its tenant', () => {
  const storage = createMemoryStorage()
  noteIn(storage).keep(note)
  expect(noteIn(storage, 599_999).recall(null)).toEqual(note)
  expect(noteIn(storage, 600_000).recall(null)).toBeNull()
  expect(noteIn(storage, -1).recall(null)).toBeNull()
  expect(noteIn(storage).recall('acme-1a2b3')).toBeNull()
})

it('a note that was used is removed', () => {
  const storage = createMemoryStorage()
  noteIn(storage).keep(note)
  noteIn(storage).forget()
  expect(noteIn(storage).recall(null)).toBeNull()
})

it.each([
  'undefined',
  '{',
  'null',
  '[]',
  '7',
  '{"since":0}',
  '{"since":"0","content":{"tenantId":null,"word":"open"}}',
  '{"since":0,"content":{"tenantId":null}}',
  '{"since":0,"content":{"word":"open"}}',
])('%s in the storage is not read as a note (ST-05a)', (text) => {
  expect(noteIn(createMemoryStorage({ note: text })).recall(null)).toBeNull()
})
