import { expect, it } from 'vitest'
import { goalsTable, inShort, tableAsMarkdown, tableAsText } from './table.ts'

const table = {
  title: 'Button',
  head: ['page', 'ms'],
  rows: [
    ['Foyer', '900'],
    ['the floor', '1000'],
  ],
}

it('a table for the console has aligned columns, with numbers on the right', () => {
  expect(tableAsText(table)).toBe(
    ['Button', 'page         ms', 'Foyer       900', 'the floor  1000'].join('\n'),
  )
})

it('a table for the document is Markdown', () => {
  expect(tableAsMarkdown(table).split('\n')).toEqual([
    '### Button',
    '',
    '| page | ms |',
    '| --- | --: |',
    '| Foyer | 900 |',
    '| the floor | 1000 |',
  ])
})

it.each([
  [0.3299, '≤ 0.33', 'yes'],
  [0.33, '≤ 0.33', 'yes'],
  [0.3301, '≤ 0.33', 'no'],
])('a goal at %d of %s: %s', (reached, limit, met) => {
  const { rows } = goalsTable([{ what: 'button', limit: 0.33, reached, unit: '' }])
  expect(rows).toEqual([['button', inShort(reached), limit, met]])
})

it.each([
  [1234.5, '1235'],
  [12.345, '12.3'],
  [0.93251, '0.933'],
  [0, '0'],
])('%d is shown as %s', (value, shown) => {
  expect(inShort(value)).toBe(shown)
})
