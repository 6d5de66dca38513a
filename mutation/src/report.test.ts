import { expect, it } from 'vitest'
import { asText, outdated, readResults, unexplained } from './report.ts'
import type { ExpectedSurvivors, StrykerReport } from './report.ts'

const source = 'const limit = 3\n  if (count > limit) stop()\n'
const at = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
})
const report: StrykerReport = {
  files: {
    'apps/gate/src/b.ts': {
      source,
      mutants: [
        { status: 'Killed', location: at(2, 7, 20) },
        { status: 'Timeout', location: at(2, 7, 20) },
        { status: 'Survived', replacement: 'count >= limit', location: at(2, 7, 20) },
        { status: 'NoCoverage', replacement: 'true', location: at(2, 7, 20) },
        { status: 'RuntimeError', replacement: 'false', location: at(2, 7, 20) },
      ],
    },
    'apps/gate/src/a.ts': { source: '', mutants: [{ status: 'Killed', location: at(1, 1, 2) }] },
    'apps/gate/src/types.ts': { source: '', mutants: [] },
  },
}
const entry: ExpectedSurvivors = {
  file: 'apps/gate/src/b.ts',
  line: 'if (count > limit) stop()',
  mutants: ['count > limit → count >= limit'],
  reason: 'count is never equal to the limit.',
}

it('the mutation report counts a mutant that no test runs as a survivor, and leaves out one that cannot run', () => {
  expect(
    readResults(report, []).map(({ file, mutants, killed }) => [file, mutants, killed]),
  ).toEqual([
    ['apps/gate/src/a.ts', 1, 1],
    ['apps/gate/src/b.ts', 4, 2],
  ])
})

it('the mutation report names the place of each survivor, and the reason of one that is expected', () => {
  expect(asText(readResults(report, [entry]))).toBe(`\
apps/gate/src/a.ts: 1 mutants, 1 killed, 0 survived, 100.0 %
apps/gate/src/b.ts: 4 mutants, 2 killed, 2 survived, 1 of them expected, 50.0 %
    2:7  count > limit → count >= limit
        expected: count is never equal to the limit.
    2:7  count > limit → true
        in if (count > limit) stop()

All: 5 mutants, 3 killed, 2 survived, 1 of them expected, 60.0 %
`)
})

it('the mutation report leaves out files of earlier runs', () => {
  const results = readResults(report, [], (file) => file.endsWith('/a.ts'))
  expect(results.map(({ file }) => file)).toEqual(['apps/gate/src/a.ts'])
})

it('an expected survivor is not listed as unexplained', () => {
  expect(unexplained(readResults(report, [entry])).map(({ mutant }) => mutant)).toEqual([
    'count > limit → true',
  ])
})

it('an entry of the list is outdated if the mutant is killed or the line has changed', () => {
  const wrong = { ...entry, line: 'if (count > 3) stop()' }
  expect(outdated(readResults(report, [entry]), [entry])).toEqual([])
  expect(outdated(readResults(report, [wrong]), [wrong])).toEqual([
    'apps/gate/src/b.ts: count > limit → count >= limit in if (count > 3) stop()',
  ])
})

it('an entry for a file that was not mutated in this run is not outdated', () => {
  const elsewhere = { ...entry, file: 'apps/gate/src/c.ts' }
  expect(outdated(readResults(report, []), [elsewhere])).toEqual([])
})
