/** One test of a run, as the runner reported it. */
export interface RunTest {
  /** From the root of the repository, with slashes. */
  file: string
  /** Titles of the groups that it is in, outermost first. */
  groups: readonly string[]
  title: string
  status: 'passed' | 'failed' | 'skipped'
}
