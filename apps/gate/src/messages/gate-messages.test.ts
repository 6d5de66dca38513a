import { expect, it } from 'vitest'
import { languageOf } from './gate-messages.ts'

it.each([
  ['tr-TR,tr;q=0.9,en;q=0.8', 'tr'],
  ['de-DE,tr;q=0.5,en;q=0.4', 'tr'],
  ['TR', 'tr'],
  ['en-US,tr;q=0.9', 'en'],
  ['sv', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('the gate answers the header Accept-Language %j in the language %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

it.each([
  ['atr,tr', 'tr'],
  ['xen-tr', 'en'],
  ['en-tr', 'en'],
  ['tren,en', 'en'],
])(
  'the gate answers the header %j, which only looks like another language, in %s',
  (header, language) => {
    expect(languageOf(header)).toBe(language)
  },
)
