import { describe, expect, it } from 'vitest'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { chooseLanguage, keepLanguage } from './choose-language.ts'

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

describe('the language of the page', () => {
  it.each(['tr', 'en'] as const)(
    'lang=%s sets the language of the page and is stored under the key language (A12a, H5)',
    (asked) => {
      const storage = storageHolding(asked === 'tr' ? null : 'tr')
      expect(chooseLanguage(withLang(asked), storage)).toBe(asked)
      expect(storage.language()).toBe(asked)
    },
  )

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
  ])(
    'lang=%s (%s) does not change the language of the page and is not stored (A12c)',
    (_reason, value) => {
      const storage = storageHolding(null)
      expect(chooseLanguage(withLang(value), storage)).toBe('en')
      expect(storage.language()).toBeNull()

      const turkish = storageHolding('tr')
      expect(chooseLanguage(withLang(value), turkish)).toBe('tr')
      expect(turkish.language()).toBe('tr')
    },
  )

  it('the language of the page is the stored tr if the URL has none (A12b)', () => {
    expect(chooseLanguage('', storageHolding('tr'))).toBe('tr')
  })

  it.each([null, 'en', 'TR', 'undefined', '{', 'null', '[object Object]'])(
    'the language of the page is English if %s is stored (A12b)',
    (stored) => {
      expect(chooseLanguage('', storageHolding(stored))).toBe('en')
    },
  )

  it.each(['tr', 'en', 'tr-TR', 'de'])(
    'hl=%s does not set the language of the page (A12d)',
    (hl) => {
      expect(chooseLanguage(`?hl=${hl}`, storageHolding(null))).toBe('en')
      expect(chooseLanguage(`?hl=${hl}`, storageHolding('tr'))).toBe('tr')
    },
  )
})

describe('a chosen language', () => {
  function choose(language: 'tr' | 'en', url: string) {
    const storage = storageHolding(null)
    const visited: [unknown, string][] = []
    const { pathname, search, hash } = new URL(url, 'https://login.example')
    keepLanguage(
      language,
      storage,
      { pathname, search, hash },
      {
        state: { kept: true },
        replaceState: (state, _, url) => visited.push([state, String(url)]),
      },
    )
    const { search: left } = new URL(visited[0]?.[1] ?? url, 'https://login.example')
    return { visited, afterReload: chooseLanguage(left, storage) }
  }

  it.each([
    ['/?lang=tr', '/'],
    ['/registration?lang=tr#invitation=a.b.c', '/registration#invitation=a.b.c'],
    ['/?lang=tr&lang=en&x=1', '/?x=1'],
    ['/?lang=ar&x=1', '/?x=1'],
    ['/?state=a%2fb%20c+d&lang=tr&langs=tr#h', '/?state=a%2fb%20c+d&langs=tr#h'],
  ])(
    'choosing a language removes only another lang from the URL %s, and a reload keeps the choice (A9c)',
    (url, left) => {
      const { visited, afterReload } = choose('en', url)
      expect(visited).toEqual([[{ kept: true }, left]])
      expect(afterReload).toBe('en')
    },
  )

  it.each(['/?x=1', '/?lang=tr&x=1'])(
    'choosing a language does not change the URL %s, and stores the choice (C13, A9b)',
    (url) => {
      const { visited, afterReload } = choose('tr', url)
      expect(visited).toEqual([])
      expect(afterReload).toBe('tr')
    },
  )
})
