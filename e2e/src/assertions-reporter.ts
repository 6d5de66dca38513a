import type {
  FullResult,
  Reporter,
  TestCase,
  TestResult,
  TestStep,
} from '@playwright/test/reporter'

/** Fails a run that has a test without assertions: it would pass and count as proof of a claim. */
export default class AssertionsReporter implements Reporter {
  readonly #empty: string[] = []

  onTestEnd({ location, title }: TestCase, { status, steps }: TestResult): void {
    if (status === 'passed' && !hasAssertion(steps))
      this.#empty.push(`${location.file}:${location.line} › ${title}`)
  }

  async onEnd({ status }: FullResult): Promise<Pick<FullResult, 'status'>> {
    if (this.#empty.length === 0) return { status }
    process.stdout.write(`These tests have no assertions:\n  ${this.#empty.join('\n  ')}\n`)
    return { status: 'failed' }
  }
}

function hasAssertion(steps: readonly TestStep[]): boolean {
  return steps.some((step) => step.category === 'expect' || hasAssertion(step.steps))
}
