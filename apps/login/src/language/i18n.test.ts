import { describe, expect, it } from 'vitest'
import englishPhone from '@foyer/messages/en/phone.json'
import { withLimit } from '../browser/with-limit.ts'
import { addMessages, changeLanguage, createI18n, languageOf } from './i18n.ts'

describe('the messages', () => {
  it('the messages are read from the file of the language', async () => {
    const asked: string[] = []
    const i18n = await createI18n('tr', (language, namespace) => {
      asked.push(`${language}/${namespace}`)
      return Promise.resolve(Response.json({ language: 'Dil' }))
    })
    expect(i18n.t('language')).toBe('Dil')
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
      const i18n = await createI18n('tr', fetch)
      expect(languageOf(i18n)).toBe('en')
      expect(i18n.t('signIn.phone')).toBe('Continue with phone number')
      expect(i18n.t('heading', { ns: 'errors' })).toBe('Something went wrong!')
      expect(i18n.t('header', { ns: 'loading' })).toBe('WELCOME')
    },
  )

  it('all messages become English if the messages of a later part cannot be fetched', async () => {
    const answers = [Response.json({ language: 'Dil' }), new Response('', { status: 503 })]
    const i18n = await createI18n('tr', () => Promise.resolve(answers.shift() ?? new Response()))
    expect(i18n.t('language')).toBe('Dil')
    await addMessages(i18n, 'phone', englishPhone)
    expect(languageOf(i18n)).toBe('en')
    expect(i18n.t('heading', { ns: 'errors' })).toBe('Something went wrong!')
  })

  it('missing messages are requested again when the language is chosen again', async () => {
    const answers = [
      new Response('', { status: 404 }),
      new Response('', { status: 503 }),
      Response.json({ language: 'Dil' }),
    ]
    const asked: string[] = []
    const i18n = await createI18n('tr', (language, namespace) => {
      asked.push(`${language}/${namespace}`)
      return Promise.resolve(answers.shift() ?? new Response())
    })
    await changeLanguage(i18n, 'tr')
    expect(languageOf(i18n)).toBe('en')
    await changeLanguage(i18n, 'tr')
    expect(languageOf(i18n)).toBe('tr')
    expect(i18n.t('language')).toBe('Dil')
    await changeLanguage(i18n, 'en')
    await changeLanguage(i18n, 'tr')
    expect(asked).toEqual(['tr/sign-in', 'tr/sign-in', 'tr/sign-in'])
  })

  it('the messages are those of the last choice, whichever file arrives last', async () => {
    let answer: (response: Response) => void = () => {}
    const i18n = await createI18n('en', () => new Promise((resolve) => (answer = resolve)))
    const older = changeLanguage(i18n, 'tr')
    await changeLanguage(i18n, 'en')
    answer(Response.json({ language: 'Dil' }))
    await older
    expect(languageOf(i18n)).toBe('en')
  })
})
