import { expect, it } from 'vitest'
import { matching } from './matching-tenants.ts'

const items = ['İstanbul Lojistik', 'Iğdır Tarım', 'Acme', 'Çelik & Öz', 'Zoë'].map((name) => ({
  name,
}))
const found = (typed: string) => matching(items, typed).map(({ name }) => name)

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
])('%s finds %j', (typed, names) => {
  expect(found(typed)).toEqual(names)
})

it('nothing typed finds everything, in its order', () => {
  expect(found('')).toEqual(items.map(({ name }) => name))
})
