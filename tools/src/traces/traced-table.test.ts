import { describe, expect, it } from 'vitest'
import { traceTable } from './traced-table.ts'
import type { FileOfTests } from './traced-table.ts'

const file = (path: string, ...titles: [title: string, ...ids: string[]][]): FileOfTests => ({
  path,
  titles: titles.map(([title, ...ids]) => ({ title, ids })),
})

const table = [
  '| id | requirement | proven by |',
  '| - | - | - |',
  '| C5 | It exchanges. |  |',
].join('\n')

describe('a traced table', () => {
  it('names the tests of each row, those in a browser first', () => {
    const files = [
      file('a/x.test.ts', ['it is fresh (C5)', 'C5']),
      file('e2e/src/main.spec.ts', ['it is back (C5, D1)', 'C5', 'D1']),
    ]
    expect(traceTable(table, files, '../').text.split('\n').at(-1)).toBe(
      '| C5 | It exchanges. | [main.spec.ts](../e2e/src/main.spec.ts): it is back<br>[x.test.ts](../a/x.test.ts): it is fresh |',
    )
  })

  it('shows three and counts the rest', () => {
    const files = [
      file('a.test.ts', ['1', 'C5'], ['2', 'C5'], ['3', 'C5'], ['4', 'C5'], ['5', 'C5']),
    ]
    expect(traceTable(table, files, '').text).toMatch(/: 3<br>and 2 more \|$/)
  })

  it('reports a row that no test names', () => {
    expect(traceTable(table, [], '').unproven).toEqual(['C5'])
  })

  it('keeps a reason why a row does not apply, until a test names it', () => {
    const excused = '| UR-05 | A port. | Does not apply: ports are not listed. |'
    expect(traceTable(excused, [], '')).toEqual({ text: excused, unproven: [] })
    const files = [file('a.test.ts', ['ports', 'UR-05'])]
    expect(traceTable(excused, files, '').text).toContain('a.test.ts')
  })

  it('writes the same again from its own result', () => {
    const files = [file('a.test.ts', ['a | b <c> (C5)', 'C5'])]
    const once = traceTable(table, files, '').text
    expect(traceTable(once, files, '').text).toBe(once)
  })
})
