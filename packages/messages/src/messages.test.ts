import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const folder = join(import.meta.dirname, '..')
const files = readdirSync(join(folder, 'en'))

/** Every message of a file by its key, such as `links.signOut`. */
function messagesOf(language: string, file: string): Map<string, string> {
  const messages = new Map<string, string>()
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') messages.set(path, value)
    else {
      for (const [key, inner] of Object.entries(value as object)) {
        walk(inner, path === '' ? key : `${path}.${key}`)
      }
    }
  }
  walk(JSON.parse(readFileSync(join(folder, language, file), 'utf8')), '')
  return messages
}

const placeholdersOf = (messages: Map<string, string>) =>
  [...messages].map(([key, text]) => [key, ...(text.match(/\{\{.*?\}\}/g) ?? []).toSorted()])

it('both languages have the same message files (A14b)', () => {
  expect(files).toContain('gate.json')
  expect(readdirSync(join(folder, 'tr'))).toEqual(files)
})

it.each(files)('%s has the same keys and placeholders in both languages (A14b)', (file) => {
  expect(placeholdersOf(messagesOf('tr', file))).toEqual(placeholdersOf(messagesOf('en', file)))
})

it.each(files)('%s has no message that is empty or has white space around it', (file) => {
  const messages = ['en', 'tr'].flatMap((language) => [...messagesOf(language, file).values()])
  expect(messages.filter((text) => text === '' || text !== text.trim())).toEqual([])
})

/** Headings address the user, and buttons with the same English text do not: "Giriş yapın", "Giriş yap". */
const isHeading = (key: string) => /(?:heading|title)$/.test(key)

it('the same English text has the same Turkish text everywhere, apart from headings', () => {
  const turkishOf = new Map<string, Set<string>>()
  for (const file of files) {
    const turkish = messagesOf('tr', file)
    for (const [key, text] of messagesOf('en', file)) {
      if (isHeading(key)) continue
      turkishOf.set(text, (turkishOf.get(text) ?? new Set()).add(turkish.get(key) ?? ''))
    }
  }
  const different = [...turkishOf].filter(([, texts]) => texts.size > 1)
  expect(different.map(([text, texts]) => [text, ...texts])).toEqual([])
})

it('in Turkish, a password has one name', () => {
  const texts = files.flatMap((file) => [...messagesOf('tr', file).values()])
  expect(texts.some((text) => text.includes('şifre'))).toBe(true)
  expect(texts.filter((text) => /parola/i.test(text))).toEqual([])
})

/** The sources that use the messages of each file. */
const readers: Readonly<Record<string, string | readonly string[]>> = {
  // The reasons of a rejection are those of the contract.
  'gate.json': ['apps/gate/src', 'packages/contract/src'],
  'email.json': 'apps/server/src',
  'handoff.json': 'apps/server/src',
  // So are the names of the rules.
  'password.json': ['apps/login/src', 'packages/contract/src'],
  'html.json': 'apps/login/index.html',
}

function sourcesIn(place: string): string {
  if (place.endsWith('.html')) return readFileSync(join(root, place), 'utf8')
  return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|[\\/]testing[\\/]/.test(file))
    .map((file) => readFileSync(join(root, place, file), 'utf8'))
    .join('\n')
}

it.each(files)('%s has no unused message', (file) => {
  const sources = [readers[file] ?? 'apps/login/src'].flat().map(sourcesIn).join('\n')
  const words = new Set(sources.match(/[\w-]+/g))
  const isNamed = (key: string) =>
    key
      .split('.')
      .every((part) => /^\d+$/.test(part) || words.has(part.replace(/_(?:one|other)$/, '')))
  const unused = [...messagesOf('en', file).keys()].filter((key) => !isNamed(key))
  expect(unused).toEqual([])
})
