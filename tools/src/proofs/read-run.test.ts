import { describe, expect, it } from 'vitest'
import { readPlaywrightRun, readVitestRun } from './read-run.ts'

describe('the tests of a run', () => {
  it('the tests of a run are read from a report of Vitest', () => {
    const result = (title: string, status: string) => ({ ancestorTitles: ['group'], title, status })
    const report = {
      testResults: [
        {
          name: '/home/me/foyer/apps/gate/src/a.test.ts',
          assertionResults: [
            result('one', 'passed'),
            result('two', 'failed'),
            result('three', 'pending'),
            result('four', 'todo'),
          ],
        },
      ],
    }
    expect(readVitestRun(JSON.stringify(report), '/home/me/foyer')).toEqual(
      [
        ['one', 'passed'],
        ['two', 'failed'],
        ['three', 'skipped'],
        ['four', 'skipped'],
      ].map(([title, status]) => ({
        file: 'apps/gate/src/a.test.ts',
        groups: ['group'],
        title,
        status,
      })),
    )
  })

  it('the tests of a run are read from a report of Playwright', () => {
    const spec = (title: string, ...statuses: string[]) => ({
      title,
      file: 'a.spec.ts',
      tests: statuses.map((status) => ({ status })),
    })
    const report = {
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec('one', 'expected')],
          suites: [
            {
              title: 'group',
              specs: [
                spec('two', 'unexpected'),
                spec('three', 'flaky'),
                spec('four', 'skipped'),
                spec('five', 'expected', 'skipped'),
              ],
            },
          ],
        },
      ],
    }
    const read = readPlaywrightRun(JSON.stringify(report), 'e2e/src')
    expect(read.map(({ title, status }) => [title, status])).toEqual([
      ['one', 'passed'],
      ['two', 'failed'],
      ['three', 'failed'],
      ['four', 'skipped'],
      ['five', 'passed'],
    ])
    expect(read[1]).toMatchObject({ file: 'e2e/src/a.spec.ts', groups: ['group'] })
  })

  it.each(['', '{}', 'null'])('the invalid report %j is refused', (text) => {
    expect(() => readVitestRun(text, '/')).toThrow()
    expect(() => readPlaywrightRun(text, 'e2e/src')).toThrow()
  })
})
