import { defineConfig } from '@playwright/test'
import usual from './playwright.config.ts'
import { onPostgres, serve } from './src/stack.ts'

/** What touches the server's rows, once more on a real Postgres. */
export default defineConfig({
  ...usual,
  // Emptied at the start, while the usual run may be under way.
  outputDir: '../test-results/e2e-postgres',
  reporter: [
    ['list'],
    ['./src/assertions-reporter.ts'],
    ['json', { outputFile: '../.local/results/e2e-postgres.json' }],
  ],
  projects: [
    { name: 'postgres', grep: new RegExp(onPostgres) },
    {
      name: 'postgres-faults',
      testMatch: /\/postgres\/.*\.spec\.ts$/,
      dependencies: ['postgres'],
      workers: 1,
    },
  ],
  webServer: serve('node --import tsx e2e/src/postgres/stack-on-postgres.ts'),
})
