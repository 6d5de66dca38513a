import * as v from 'valibot'
import type { RunTest } from './run-test.ts'

const Vitest = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      assertionResults: v.array(
        v.object({ ancestorTitles: v.array(v.string()), title: v.string(), status: v.string() }),
      ),
    }),
  ),
})

/**
 * `root` is the folder of the repository, which the report's paths begin with.
 * @throws when the text is not a report of Vitest's JSON reporter
 */
export function readVitestRun(json: string, root: string): RunTest[] {
  return v.parse(Vitest, JSON.parse(json)).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: name.replaceAll('\\', '/').replace(`${root.replaceAll('\\', '/')}/`, ''),
      groups: ancestorTitles,
      title,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  )
}

const Spec = v.object({
  title: v.string(),
  file: v.string(),
  tests: v.array(v.object({ status: v.picklist(['expected', 'unexpected', 'flaky', 'skipped']) })),
})
type Suite = { title: string; specs: v.InferOutput<typeof Spec>[]; suites?: Suite[] | undefined }
const Suite: v.GenericSchema<unknown, Suite> = v.object({
  title: v.string(),
  specs: v.array(Spec),
  suites: v.optional(v.array(v.lazy(() => Suite))),
})
const Playwright = v.object({ suites: v.array(Suite) })

/**
 * `folder` is that of the tests, from the root of the repository.
 * @throws when the text is not a report of Playwright's JSON reporter
 */
export function readPlaywrightRun(json: string, folder: string): RunTest[] {
  // The outermost suites are files.
  return v
    .parse(Playwright, JSON.parse(json))
    .suites.flatMap((file) => testsOf({ ...file, title: '' }, [], folder))
}

function testsOf({ title, specs, suites = [] }: Suite, outer: string[], folder: string): RunTest[] {
  const groups = title === '' ? outer : [...outer, title]
  return [
    ...specs.map((spec) => ({
      file: `${folder}/${spec.file}`,
      groups,
      title: spec.title,
      status: statusOf(spec.tests.map(({ status }) => status)),
    })),
    ...suites.flatMap((suite) => testsOf(suite, groups, folder)),
  ]
}

function statusOf(statuses: readonly string[]): RunTest['status'] {
  if (statuses.some((status) => status === 'unexpected' || status === 'flaky')) return 'failed'
  return statuses.includes('expected') ? 'passed' : 'skipped'
}
