import { describe, expect, it } from 'vitest'
import englishPhone from '@foyer/messages/en/phone.json'
import { withLimit } from '../browser/with-limit.ts'
import { addWords, changeLanguage, createWords, languageOf } from './words.ts'

describe('words', () => {
  it('the messages are read from the file of the language', async () => {
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
      'never received',
      'NW-02c',
      () => withLimit(new Promise<Response>(() => {}), 10, () => new Error('too late')),
    ],
    ['unreachable', 'NW-02a', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])(
    'all messages are English if the Turkish file is %s, because the page shows one language at a time (%s)',
    async (_what, _id, fetch) => {
      const words = await createWords('tr', fetch)
      expect(languageOf(words)).toBe('en')
      expect(words.t('signIn.google')).toBe('Continue with Google')
      expect(words.t('heading', { ns: 'errors' })).toBe('Something went wrong!')
      expect(words.t('header', { ns: 'loading' })).toBe('WELCOME')
    },
  )

  it('all messages become English if the messages of a later part cannot be fetched', async () => {
    const answers = [Response.json({ language: 'Dil' }), new Response('', { status: 503 })]
    const words = await createWords('tr', () => Promise.resolve(answers.shift() ?? new Response()))
    expect(words.t('language')).toBe('Dil')
    await addWords(words, 'phone', englishPhone)
    expect(languageOf(words)).toBe('en')
    expect(words.t('heading', { ns: 'errors' })).toBe('Something went wrong!')
  })

  it('missing messages are requested again when the language is chosen again', async () => {
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

  it('the messages are those of the last choice, whichever file arrives last', async () => {
    let answer: (response: Response) => void = () => {}
    const words = await createWords('en', () => new Promise((resolve) => (answer = resolve)))
    const older = changeLanguage(words, 'tr')
    await changeLanguage(words, 'en')
    answer(Response.json({ language: 'Dil' }))
    await older
    expect(languageOf(words)).toBe('en')
  })
})
