import { expect, it } from 'vitest'
import { createSearch } from './matching-tenants.ts'

const items = ['İstanbul Lojistik', 'Iğdır Tarım', 'Acme', 'Çelik & Öz', 'Zoë'].map((name) => ({
  name,
}))
const search = createSearch(items)
const found = (typed: string) => search(typed).map(({ name }) => name)

it.each([
  ['istanbul', ['İstanbul Lojistik']],
  ['ISTANBUL', ['İstanbul Lojistik']],
  ['İSTANBUL', ['İstanbul Lojistik']],
  ['ığdır', ['Iğdır Tarım']],
  ['igdir', ['Iğdır Tarım']],
  ['celik', ['Çelik & Öz']],
  ['zoe', ['Zoë']],
  [' acme ', ['Acme']],
  ['nobody', []],
])('searching companies for %s finds %j', (typed, names) => {
  expect(found(typed)).toEqual(names)
})

it('an empty search finds all companies in their order', () => {
  expect(found('')).toEqual(items.map(({ name }) => name))
})
