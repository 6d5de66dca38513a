import { describe, expect, it } from 'vitest'
import { idsIn, titlesIn } from './test-titles.ts'

describe('the titles of tests', () => {
  it('are read wherever a test or a group is declared', () => {
    const source = [
      `describe('a group (A1)', () => {`,
      `  it('one (C5, PH-01)', () => {})`,
      `  it.each([['x (D9)']])('many %s (D1)', () => {})`,
      '  test(`with ${value} inside (B7)`, async () => {})',
      `  test.describe.serial('in order (E1)', () => {})`,
      `})`,
      `expect('(F1)').toBe('(F2)')`,
    ].join('\n')
    expect(titlesIn(source).map(({ title, ids }) => [title, ids])).toEqual([
      ['a group (A1)', ['A1']],
      ['a group (A1) › one (C5, PH-01)', ['C5', 'PH-01']],
      ['a group (A1) › many %s (D1)', ['D1']],
      ['a group (A1) › with ${value} inside (B7)', ['B7']],
      ['a group (A1) › in order (E1)', ['E1']],
    ])
  })

  it.each([
    ['the words of both languages (I)', ['I']],
    ['(SM-01) (SM-02; H4)', ['SM-01', 'SM-02', 'H4']],
    ['C5 outside of parentheses', []],
    ['(a remark, nothing more)', []],
    ['(C123, PH-1, J1)', []],
  ])('%s names %j', (title, ids) => {
    expect(idsIn(title)).toEqual(ids)
  })
})
