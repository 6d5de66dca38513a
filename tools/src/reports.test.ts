import { describe, expect, it } from 'vitest'
import { readConformance, readPlaywright, readVitest } from './reports.ts'

describe('the report of a test run', () => {
  it('a report of Vitest lists the failed tests, and files that could not be loaded', () => {
    const report = {
      testResults: [
        {
          name: '/a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'adds', status: 'passed', failureMessages: [] },
            { fullName: 'divides', status: 'failed', failureMessages: ['\u001b[31m1 is not 2'] },
            { fullName: 'is left out', status: 'skipped', failureMessages: null },
          ],
        },
        { name: '/b.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
      ],
    }
    expect(readVitest(JSON.stringify(report))).toEqual({
      passed: 1,
      failures: [
        { test: '/a.test.ts › divides', reason: '1 is not 2' },
        { test: '/b.test.ts', reason: 'no such file' },
      ],
    })
  })

  it('a report of Playwright lists the failed tests, including nested and flaky ones, and counts the passed ones by engine', () => {
    const spec = (line: number, status: string, ...messages: string[]) => ({
      title: `test ${line}`,
      file: 'a.spec.ts',
      line,
      tests: [
        {
          projectName: 'webkit',
          status,
          results: [{ errors: messages.map((message) => ({ message })) }],
        },
      ],
    })
    const passedIn = (projectName: string) => ({ projectName, status: 'expected', results: [] })
    const report = {
      suites: [
        {
          title: 'a.spec.ts',
          specs: [
            spec(1, 'expected'),
            spec(2, 'flaky', 'too late'),
            {
              ...spec(5, 'expected'),
              tests: ['chromium', 'firefox', 'chromium outages'].map(passedIn),
            },
          ],
          suites: [
            { title: 'group', specs: [spec(3, 'unexpected', 'one', 'two'), spec(4, 'skipped')] },
          ],
        },
      ],
      errors: [{ message: 'the server did not start' }],
    }
    expect(readPlaywright(JSON.stringify(report))).toEqual({
      passed: 4,
      engines: { chromium: 2, firefox: 1, webkit: 1 },
      failures: [
        { test: '[webkit] a.spec.ts:2 › test 2', reason: 'too late' },
        { test: '[webkit] a.spec.ts:3 › test 3', reason: 'one\ntwo' },
        { test: 'the run itself', reason: 'the server did not start' },
      ],
    })
  })

  it('a report of the conformance run lists each scenario with a different result', () => {
    const output = [
      'login      2 identical   1 deliberately different',
      '  DIFFERENT: a tenant',
      '      theirs: 1',
      '      ours: 2',
      '4 scenarios: 2 identical, 1 deliberately different, 1 different',
      '',
    ].join('\n')
    expect(readConformance(output)).toEqual({
      passed: 3,
      failures: [{ test: 'a tenant', reason: 'theirs: 1\n      ours: 2' }],
    })
  })

  it.each(['', '{}', 'null', 'not json'])('the invalid report %j is refused', (text) => {
    expect(() => readVitest(text)).toThrow()
    expect(() => readPlaywright(text)).toThrow()
    expect(() => readConformance(text)).toThrow()
  })
})
