import { runStep } from './run-step.ts'
import type { Step, StepResult } from './run-step.ts'
import { typeChecked } from './workspaces.ts'

const node = (script: string, ...args: string[]): Pick<Step, 'command' | 'args'> => ({
  command: process.execPath,
  args: [script, ...args],
})
const tool = (script: string, ...args: string[]) =>
  node('--import', 'tsx', `tools/src/${script}`, ...args)

/**
 * Two groups that run in parallel and take about the same time, because our smallest machine has two cores.
 */
const lanes: Step[][] = [
  [
    { name: 'build', ...tool('build.ts') },
    {
      name: 'unit tests',
      ...node(
        'node_modules/vitest/vitest.mjs',
        'run',
        ...['node', 'server', 'login'].map((project) => `--project=${project}`),
        '--reporter=default',
        '--reporter=json',
        '--outputFile.json=.local/results/unit.json',
      ),
    },
    { name: 'size budgets', ...node('node_modules/size-limit/bin.js') },
    { name: 'oldest browsers', ...tool('browser-support.ts') },
    { name: 'licence notices', ...tool('notices-check.ts') },
  ],
  [
    { name: 'lint', ...node('node_modules/oxlint/bin/oxlint', '--type-aware') },
    ...typeChecked.map((folder) => ({
      name: `types of ${folder}`,
      ...node('node_modules/@typescript/native/bin/tsc', '-p', folder),
    })),
    { name: 'boundaries', ...tool('boundaries.ts') },
    { name: 'dead code', ...node('node_modules/knip/bin/knip.js') },
    { name: 'format', ...node('node_modules/oxfmt/bin/oxfmt', '--check') },
  ],
]

function report({ name, ok, seconds, output }: StepResult): void {
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)\n`)
  if (!ok) process.stdout.write(`${output.trimEnd()}\n\n`)
}

const results: StepResult[] = []
await Promise.all(
  lanes.map(async (lane) => {
    for (const step of lane) {
      const result = await runStep(step)
      report(result)
      results.push(result)
    }
  }),
)

const failed = results.filter(({ ok }) => !ok)
process.stdout.write(
  failed.length === 0
    ? `All ${results.length} checks passed.\n`
    : `${failed.length} of ${results.length} checks failed: ${failed.map(({ name }) => name).join(', ')}\n`,
)
process.exit(failed.length === 0 ? 0 : 1)
