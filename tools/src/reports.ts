import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'

/** The results of a runner. A test that passed only on a second try is flaky, and counts as failed. */
export type Report = {
  passed: number
  failures: readonly Failure[]
  /** The passed tests of each browser engine. */
  engines?: Readonly<Record<string, number>>
}

/** `reason` may have many lines, and is plain text. */
export type Failure = { test: string; reason: string }

const Vitest = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.nullish(v.array(v.string()), []),
        }),
      ),
    }),
  ),
})

/**
 * @param isRead whether the tests of a file are read; all are if it is missing
 * @throws when the text is not a report of Vitest's JSON reporter
 */
export function readVitest(json: string, isRead: (file: string) => boolean = () => true): Report {
  const testResults = v
    .parse(Vitest, JSON.parse(json))
    .testResults.filter(({ name }) => isRead(name))
  const tests = testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({ ...test, file: file.name })),
  )
  // A file that could not be loaded has an error and no tests.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ file, fullName, failureMessages }) =>
          failure(`${file} › ${fullName}`, failureMessages),
        ),
      ...broken.map(({ name, message }) => failure(name, [message])),
    ],
  }
}

type PlaywrightSuite = v.InferOutput<typeof PlaywrightSuiteFields> & {
  suites?: PlaywrightSuite[] | undefined
}
const PlaywrightErrors = v.array(v.object({ message: v.optional(v.string(), '') }))
const PlaywrightSuiteFields = v.object({
  title: v.string(),
  specs: v.array(
    v.object({
      title: v.string(),
      file: v.string(),
      line: v.number(),
      tests: v.array(
        v.object({
          projectName: v.string(),
          status: v.picklist(['expected', 'unexpected', 'flaky', 'skipped']),
          results: v.array(v.object({ errors: PlaywrightErrors })),
        }),
      ),
    }),
  ),
})
const PlaywrightSuite: v.GenericSchema<unknown, PlaywrightSuite> = v.object({
  ...PlaywrightSuiteFields.entries,
  suites: v.optional(v.array(v.lazy(() => PlaywrightSuite))),
})
const Playwright = v.object({ suites: v.array(PlaywrightSuite), errors: PlaywrightErrors })

/** @throws when the text is not a report of Playwright's JSON reporter */
export function readPlaywright(json: string): Report {
  const { suites, errors } = v.parse(Playwright, JSON.parse(json))
  const specs = suites.flatMap(specsOf)
  const tests = specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, spec })))
  const passed = tests.filter(({ status }) => status === 'expected')
  return {
    passed: passed.length,
    engines: countsOf(passed.map(({ projectName }) => engineOf(projectName))),
    failures: [
      ...tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, spec, results }) =>
          failure(
            `[${projectName}] ${spec.file}:${spec.line} › ${spec.title}`,
            results.flatMap((result) => result.errors.map(({ message }) => message)),
          ),
        ),
      ...errors.map(({ message }) => failure('the run itself', [message])),
    ],
  }
}

/** A project is named after its engine, and may have more words: `chromium outages`. */
function engineOf(projectName: string): string {
  return projectName.split(' ')[0] ?? projectName
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** @throws if the output does not end with the summary of the conformance run */
export function readConformance(output: string): Report {
  const summary =
    /\d+ scenarios: (\d+) identical, (\d+) deliberately different, \d+ different\s*$/.exec(output)
  if (!summary) throw new Error('The conformance run printed no summary.')
  return {
    passed: Number(summary[1]) + Number(summary[2]),
    failures: [...output.matchAll(/^ {2}DIFFERENT: (?<test>.*)\n(?<reason>(?: {6}.*\n)*)/gm)].map(
      ({ groups }) => failure(groups?.['test'] ?? '', [groups?.['reason'] ?? '']),
    ),
  }
}

function failure(test: string, reasons: readonly string[]): Failure {
  const reason = stripVTControlCharacters(reasons.join('\n')).trim()
  // Vitest's JSON reporter gives only this text for a timeout.
  return { test, reason: reason.replace('Error: STACK_TRACE_ERROR', 'It took longer than it may.') }
}
