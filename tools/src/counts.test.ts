import { describe, expect, it } from 'vitest'
import { countConformance, countPlaywright, countVitest } from './counts.ts'

describe('counts of a test run', () => {
  it('come from the report of Vitest', () => {
    expect(countVitest('{"numPassedTests":7,"numFailedTests":2}')).toEqual({ passed: 7, failed: 2 })
  })

  it('take a flaky browser test for a failed one', () => {
    expect(countPlaywright('{"stats":{"expected":5,"unexpected":1,"flaky":2}}')).toEqual({
      passed: 5,
      failed: 3,
    })
  })

  it('come from the last line of the conformance run', () => {
    const output = 'login: ok\n63 scenarios: 60 identical, 2 deliberately different, 1 different\n'
    expect(countConformance(output)).toEqual({ passed: 62, failed: 1 })
  })

  it.each(['', '{}', 'null', 'not json'])('are refused where there is no report: %j', (text) => {
    expect(() => countVitest(text)).toThrow()
    expect(() => countPlaywright(text)).toThrow()
    expect(() => countConformance(text)).toThrow()
  })
})
