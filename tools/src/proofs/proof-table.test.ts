import type { Row } from '@foyer/claims'
import { describe, expect, it } from 'vitest'
import { writeTable } from './proof-table.ts'
import { prove } from './prove.ts'
import type { RunTest } from './run-test.ts'

const test = (file: string, title: string, ...groups: string[]): RunTest => ({
  file,
  groups,
  title,
  status: 'passed',
})
const page = '# Claims\n\n| id | claim | proven by |\n| --- | --- | --- |\n| Z9 | gone | |\n'
const written = (rows: Row[], ...tests: RunTest[]) =>
  writeTable(page, rows, prove(rows, tests)).split('\n').slice(4, -1)

describe('the table of claims', () => {
  it('the table of claims lists the tests of each claim, browser tests first', () => {
    expect(
      written(
        [{ id: 'C5', statement: 'It exchanges.' }],
        test('a/x.test.ts', 'is fresh (C5)', 'a token'),
        test('e2e/src/main.spec.ts', 'it is back (C5)'),
      ),
    ).toEqual([
      '| C5 | It exchanges. | [main.spec.ts](../e2e/src/main.spec.ts): it is back<br>[x.test.ts](../a/x.test.ts): a token › is fresh |',
    ])
  })

  it('the table of claims has the claims of a row below the row', () => {
    const claims = [
      { id: 'F1a', statement: 'One.' },
      { id: 'F1b', statement: 'Two.', doesNotApply: 'There is none.' },
    ]
    expect(
      written([{ id: 'F1', statement: 'Config.', claims }], test('a.test.ts', 'one (F1a)')),
    ).toEqual([
      '| **F1** | **Config.** | |',
      '| F1a | One. | [a.test.ts](../a.test.ts): one |',
      '| F1b | Two. | Does not apply: There is none. |',
    ])
  })

  it('the table of claims names the requirement that overrules a claim', () => {
    const decidedOtherwise = { by: 'H4', why: 'the field has a limit.' }
    expect(written([{ id: 'PH-16', statement: 'No limit.', decidedOtherwise }])).toEqual([
      '| PH-16 | No limit. | Decided otherwise by H4: the field has a limit. |',
    ])
  })

  it('the table of claims lists three tests of a claim and counts the rest', () => {
    const tests = ['1', '2', '3', '4', '5'].map((name) => test('a.test.ts', `${name} (C5)`))
    expect(written([{ id: 'C5', statement: 'x' }], ...tests).join()).toMatch(
      /: 3<br>and 2 more \|$/,
    )
  })

  it('the table of claims escapes Markdown and removes invisible characters in titles', () => {
    const row = { id: 'C5', statement: 'x' }
    expect(written([row], test('a.test.ts', 'a | b <c>\n\u200E (C5)')).join()).toContain(
      'a \\| b \\<c\\>·· |',
    )
  })
})
