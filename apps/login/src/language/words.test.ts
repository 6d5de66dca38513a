import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import englishPhone from '../../public/locales/en/phone.json'
import { withLimit } from '../browser/with-limit.ts'
import { addWords, changeLanguage, createWords, languageOf } from './words.ts'

const folder = join(import.meta.dirname, '../../public/locales')
const files = readdirSync(join(folder, 'en'))

/** Every text of a file by its path, such as `action.retry`. */
function textsOf(language: string, file: string): Map<string, string> {
  const texts = new Map<string, string>()
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.set(path, value)
    else for (const [key, inner] of Object.entries(value as object)) walk(inner, `${path}/${key}`)
  }
  walk(JSON.parse(readFileSync(join(folder, language, file), 'utf8')), '')
  return texts
}

const placeholders = (text: string): string[] => (text.match(/\{\{.*?\}\}/g) ?? []).sort()

describe('words', () => {
  it('exist for the same files in both languages (A14b)', () => {
    expect(files.length).toBeGreaterThan(0)
    expect(readdirSync(join(folder, 'tr'))).toEqual(files)
  })

  it.each(files)('of %s have the same keys and placeholders in both languages (A14b)', (file) => {
    const english = textsOf('en', file)
    const turkish = textsOf('tr', file)
    expect([...turkish.keys()]).toEqual([...english.keys()])
    const placeholdersOf = (texts: Map<string, string>): string[][] =>
      [...texts].map(([key, text]) => [key, ...placeholders(text)])
    expect(placeholdersOf(turkish)).toEqual(placeholdersOf(english))
  })

  it('are read from the file of the language', async () => {
    const asked: string[] = []
    const words = await createWords('tr', (language, namespace) => {
      asked.push(`${language}/${namespace}`)
      return Promise.resolve(Response.json({ language: 'Dil' }))
    })
    expect(words.t('language')).toBe('Dil')
    expect(asked).toEqual(['tr/sign-in'])
  })

  it.each([
    ['HTML', 'NW-02b', () => Promise.resolve(new Response('<!doctype html>'))],
    ['missing', 'NW-02a', () => Promise.resolve(new Response('{}', { status: 404 }))],
    [
      'under way for ever',
      'NW-02c',
      () => withLimit(new Promise<Response>(() => {}), 10, () => new Error('too late')),
    ],
    ['out of reach', 'NW-02a', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])(
    'are English altogether where the Turkish file is %s: one language at a time (%s)',
    async (_fault, _id, fetch) => {
      const words = await createWords('tr', fetch)
      expect(languageOf(words)).toBe('en')
      expect(words.t('signIn.google')).toBe('Continue with Google')
      expect(words.t('heading', { ns: 'errors' })).toBe('Something went wrong!')
      expect(words.t('header', { ns: 'loading' })).toBe('WELCOME')
    },
  )

  it('become English altogether where those of a part could not be had', async () => {
    const answers = [Response.json({ language: 'Dil' }), new Response('', { status: 503 })]
    const words = await createWords('tr', () => Promise.resolve(answers.shift() ?? new Response()))
    expect(words.t('language')).toBe('Dil')
    await addWords(words, 'phone', englishPhone)
    expect(languageOf(words)).toBe('en')
    expect(words.t('heading', { ns: 'errors' })).toBe('Something went wrong!')
  })

  it('that could not be had are asked for again when the language is chosen again', async () => {
    const answers = [
      new Response('', { status: 404 }),
      new Response('', { status: 503 }),
      Response.json({ language: 'Dil' }),
    ]
    const asked: string[] = []
    const words = await createWords('tr', (language, namespace) => {
      asked.push(`${language}/${namespace}`)
      return Promise.resolve(answers.shift() ?? new Response())
    })
    await changeLanguage(words, 'tr')
    expect(languageOf(words)).toBe('en')
    await changeLanguage(words, 'tr')
    expect(languageOf(words)).toBe('tr')
    expect(words.t('language')).toBe('Dil')
    await changeLanguage(words, 'en')
    await changeLanguage(words, 'tr')
    expect(asked).toEqual(['tr/sign-in', 'tr/sign-in', 'tr/sign-in'])
  })

  it('are those of the last choice, whichever words come last', async () => {
    let answer: (response: Response) => void = () => {}
    const words = await createWords('en', () => new Promise((resolve) => (answer = resolve)))
    const older = changeLanguage(words, 'tr')
    await changeLanguage(words, 'en')
    answer(Response.json({ language: 'Dil' }))
    await older
    expect(languageOf(words)).toBe('en')
  })
})
