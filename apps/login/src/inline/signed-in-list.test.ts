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
  'the first script reads the list of signed-in tenants of the public library and no other: %s (B8b)',
  (_place, entries, expected) => {
    expect(isListed('acme-1a2b3', () => storeOf(entries as Record<string, string>))).toBe(expected)
  },
)

it('blocked storage has no list of signed-in tenants', () => {
  const blocked = (): Storage => {
    throw new DOMException('blocked', 'SecurityError')
  }
  expect(isListed('acme-1a2b3', blocked)).toBe(false)
})
