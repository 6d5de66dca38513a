import { expect, it } from 'vitest'
import { isListed } from './signed-in-list.ts'

const storeOf = (entries: Record<string, string>): Storage =>
  Object.assign(Object.create({ getItem: (key: string) => entries[key] ?? null }), entries)

it.each([
  ['its list', { 'ciap:auth-tenants:12345': '["globex-4c5d6","acme-1a2b3"]' }, true],
  ['a list without it', { 'ciap:auth-tenants:12345': '["acme-1a2b3-eu"]' }, false],
  ['something else', { language: '["acme-1a2b3"]' }, false],
  ['nothing', {}, false],
])(
  'of a list of signed-in tenants, the first script reads no other than the public library’s: %s (B8b)',
  (_place, entries, expected) => {
    expect(isListed('acme-1a2b3', () => storeOf(entries as Record<string, string>))).toBe(expected)
  },
)

it('blocked storage holds no list', () => {
  const blocked = (): Storage => {
    throw new DOMException('blocked', 'SecurityError')
  }
  expect(isListed('acme-1a2b3', blocked)).toBe(false)
})
