import { act, cleanup, render } from '@testing-library/react'
import type { i18n as I18n } from 'i18next'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { entries } from '../../gallery/entries/entries.ts'
import { createGalleryI18n } from '../../gallery/i18n.ts'
import { loadLateParts } from '../../gallery/load-late-parts.ts'
import type { Language } from './choose-language.ts'
import { I18nProvider } from './use-translation.tsx'

// A browser's translator replaces each text node by its own elements. React still has the old node, so it updates a
// node that is no longer in the page, or fails to remove it. If a text is the only child of its element, React replaces
// the whole text.

let i18n: I18n

/** The failure screens differ only in their texts, so one of them is tested. */
const names = [...entries.keys()].filter(
  (name) => !name.startsWith('failure-') || name === 'failure-network',
)

beforeAll(async () => {
  // Some entries count seconds.
  vi.useFakeTimers({ toFake: ['Date'] })
  i18n = await createGalleryI18n()
  await loadLateParts()
})

afterAll(() => {
  vi.useRealTimers()
})

async function open(name: string, language: Language): Promise<HTMLElement> {
  await i18n.changeLanguage(language)
  const content = entries.get(name)
  const { container } = render(<I18nProvider i18n={i18n}>{content?.()}</I18nProvider>)
  // Some entries read a URL asynchronously.
  await act(() => Promise.resolve())
  return container
}

function textsIn(place: Node): Text[] {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

function translate(place: Node): void {
  for (const text of textsIn(place)) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    text.replaceWith(outer)
    outer.append(inner)
    inner.append(text.data)
  }
}

/** Everything that can be read, without the translator's elements and the ids that React generates. */
function contentOf(place: HTMLElement): string[] {
  return place.innerHTML.replaceAll(/<\/?font>|_r_\w+_/g, '').split('<')
}

/** Texts with siblings. React would change or remove the text node that it created, wherever that is. */
function textsWithSiblingsIn(place: Node): string[] {
  return textsIn(place)
    .filter(({ data, parentNode }) => data.trim() !== '' && parentNode?.childNodes.length !== 1)
    .map(({ data }) => data)
}

/** Calling codes, phone numbers, email addresses and references. */
const literal = /\+\d|@example|[0-9A-Z]{4}-\d{6}/

function translatableLiteralsIn(place: Node): string[] {
  return textsIn(place)
    .filter(({ data, parentElement }) => {
      const isKept = parentElement?.closest('[translate="no"]') !== null
      return literal.test(data) && !isKept
    })
    .map(({ data }) => data)
}

it('on every screen, the chosen language is shown behind a browser’s translator, which does not translate codes, numbers, addresses and references (A9b)', async () => {
  const untranslated: Record<string, object> = {}
  for (const name of names) {
    const turkish = contentOf(await open(name, 'tr'))
    cleanup()
    const page = await open(name, 'en')
    const found = {
      withSiblings: textsWithSiblingsIn(page),
      translatable: translatableLiteralsIn(page),
      old: [''],
    }
    translate(page)
    await act(() => i18n.changeLanguage('tr'))
    found.old = contentOf(page).filter((piece) => !turkish.includes(piece))
    if (Object.values(found).some(({ length }) => length > 0)) untranslated[name] = found
    cleanup()
  }
  expect(untranslated).toEqual({})
})
