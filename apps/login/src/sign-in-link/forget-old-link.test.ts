import { expect, it } from 'vitest'
import { createSafeStorage } from '../browser/safe-storage.ts'
import { createAskedLinks } from '../sign-in/asked-links.ts'
import { askedLinkKey, askedLinkMs } from '../browser/note-names.ts'
import { forgetOldLink } from './forget-old-link.ts'

const storage = createSafeStorage(() => localStorage)
const content = { id: 'a', tenantId: null, search: '?mode=login', credential: null }

it.each([
  ['is kept', askedLinkMs - 1, true],
  ['is removed', askedLinkMs, false],
])('the note of a sign-in link %s %i ms after its request', (_, age, isKept) => {
  createAskedLinks(storage, () => 1_000).keep(content)
  forgetOldLink(storage, () => 1_000 + age)
  expect(storage.read(askedLinkKey) !== null).toBe(isKept)
})

it('without a requested sign-in link there is nothing to remove', () => {
  forgetOldLink(storage, Date.now)
  expect(storage.read(askedLinkKey)).toBeNull()
})

it('a value that is no note of a sign-in link is removed', () => {
  storage.write(askedLinkKey, '{"since":')
  forgetOldLink(storage, Date.now)
  expect(storage.read(askedLinkKey)).toBeNull()
})
