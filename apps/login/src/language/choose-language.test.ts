import { describe, expect, it } from 'vitest'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { chooseLanguage } from './choose-language.ts'

function storageHolding(
  language: string | null,
): Pick<SafeStorage, 'read' | 'write'> & { language: () => string | null } {
  let held = language
  return {
    read: (key) => (key === 'language' ? held : null),
    write(key, value) {
      if (key === 'language') held = value
      return true
    },
    language: () => held,
  }
}

const withLang = (value: string): string => `?${new URLSearchParams({ lang: value })}`

describe('interface language (A12, H5)', () => {
  it.each(['tr', 'en'] as const)('lang=%s wins and is saved', (asked) => {
    const storage = storageHolding(asked === 'tr' ? null : 'tr')
    expect(chooseLanguage(withLang(asked), storage)).toBe(asked)
    expect(storage.language()).toBe(asked)
  })

  it.each([
    ['not offered', 'ar'],
    ['not the exact value', 'TR'],
    ['not the exact value', 'tr-TR'],
    ['unknown', 'xx'],
    ['path traversal', '../../en'],
    ['a name every object has', '__proto__'],
    ['a name every object has', 'constructor'],
    ['markup', 'en"><script>alert(1)</script>'],
    ['a second parameter', 'en&onload=alert'],
    ['length', 'a'.repeat(5000)],
    ['empty', ''],
  ])('a lang that is %s (%s) is ignored and not saved', (_reason, value) => {
    const storage = storageHolding(null)
    expect(chooseLanguage(withLang(value), storage)).toBe('en')
    expect(storage.language()).toBeNull()

    const turkish = storageHolding('tr')
    expect(chooseLanguage(withLang(value), turkish)).toBe('tr')
    expect(turkish.language()).toBe('tr')
  })

  it('is a stored tr when the address names none', () => {
    expect(chooseLanguage('', storageHolding('tr'))).toBe('tr')
  })

  it.each([null, 'en', 'TR', 'undefined', '{', 'null', '[object Object]'])(
    'is English when %s is stored',
    (stored) => {
      expect(chooseLanguage('?hl=tr', storageHolding(stored))).toBe('en')
    },
  )
})
