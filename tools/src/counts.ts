/** How many tests of a run passed and failed. */
export type Counts = { passed: number; failed: number }

/** @throws when the text is not a report of Vitest's JSON reporter */
export function countVitest(json: string): Counts {
  const { numPassedTests, numFailedTests } = JSON.parse(json) as Record<string, unknown>
  return { passed: number(numPassedTests), failed: number(numFailedTests) }
}

/** @throws when the text is not a report of Playwright's JSON reporter */
export function countPlaywright(json: string): Counts {
  const { stats } = JSON.parse(json) as { stats: Record<string, unknown> }
  // A test that passed on a second try is a flake, and a flake is a fault.
  return {
    passed: number(stats['expected']),
    failed: number(stats['unexpected']) + number(stats['flaky']),
  }
}

/** @throws when the output does not close with the conformance run's summary */
export function countConformance(output: string): Counts {
  const summary =
    /(\d+) scenarios: (\d+) identical, (\d+) deliberately different, (\d+) different\s*$/.exec(
      output,
    )
  if (!summary) throw new Error('The conformance run printed no summary.')
  return { passed: Number(summary[2]) + Number(summary[3]), failed: Number(summary[4]) }
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw new Error('The report holds no count.')
  return value
}
