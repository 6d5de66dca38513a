import { defineConfig } from 'vitest/config'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import root from '../vitest.config.ts'

const folder = process.env['FOYER_MUTATED_FOLDER'] ?? ''
const folders = (process.env['FOYER_MUTATION_TESTS'] ?? '').split(',')
const name = /^apps\/(login|server)$/.exec(folder)?.[1] ?? 'node'
const project = root.test?.projects?.find(
  (project): project is TestProjectInlineConfiguration =>
    typeof project === 'object' && 'test' in project && project.test?.name === name,
)

const { projects: _, ...shared } = root.test ?? {}

/** The unit tests that must notice the mutants. */
export default defineConfig({
  ...root,
  resolve: { ...root.resolve, ...project?.resolve },
  test: {
    ...shared,
    ...project?.test,
    include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    runner: 'mutation/src/runner/worker.ts',
    reporters: [],
  },
})
