import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { spokenLanguage } from './spoken-language.ts'
import { changeLanguage, createWords } from './words.ts'

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
  it('exist for the same files in both languages', () => {
    expect(files.length).toBeGreaterThan(0)
    expect(readdirSync(join(folder, 'tr'))).toEqual(files)
  })

  it.each(files)('%s has the same keys and placeholders in both languages', (file) => {
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
    ['HTML', () => Promise.resolve(new Response('<!doctype html>'))],
    ['404', () => Promise.resolve(new Response('{}', { status: 404 }))],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('are English where the Turkish file is %s, and errors stay Turkish', async (_fault, fetch) => {
    const words = await createWords('tr', fetch)
    expect(spokenLanguage(words)).toBe('en') // A14
    expect(spokenLanguage(words, 'errors')).toBe('tr')
    expect(words.t('signIn.google')).toBe('Continue with Google')
    expect(words.t('heading', { ns: 'errors' })).toBe('Bir şeyler ters gitti!')
    expect(words.t('header', { ns: 'loading' })).toBe('HOŞ GELDİNİZ')
  })

  it('that could not be had are asked for again when the language is chosen again', async () => {
    const answers = [new Response('', { status: 404 }), Response.json({ language: 'Dil' })]
    const asked: string[] = []
    const words = await createWords('tr', (language, namespace) => {
      asked.push(`${language}/${namespace}`)
      return Promise.resolve(answers.shift() ?? new Response())
    })
    await changeLanguage(words, 'en')
    expect(spokenLanguage(words)).toBe('en')
    await changeLanguage(words, 'tr')
    expect(spokenLanguage(words)).toBe('tr')
    expect(words.t('language')).toBe('Dil')
    await changeLanguage(words, 'en')
    await changeLanguage(words, 'tr')
    expect(asked).toEqual(['tr/sign-in', 'tr/sign-in'])
  })
})
