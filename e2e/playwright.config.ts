import { defineConfig } from '@playwright/test'
import { enginesOfThisRun, optionsOf } from './src/engines/launch.ts'
import { titlesNotRunIn } from './src/engines/unsupported.ts'
import { stack, webServer } from './src/stack.ts'

const engines = enginesOfThisRun()

export default defineConfig({
  testDir: './src',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  forbidOnly: true,
  retries: 0,
  // Twice the cores of the smallest machine, because a browser test often waits.
  workers: 4,
  // Long, because other runners may use the cores.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['./src/assertions-reporter.ts'],
    ['./src/engines/unsupported-reporter.ts'],
    ['json', { outputFile: '../.local/results/e2e.json' }],
  ],
  use: { baseURL: stack.login, locale: 'en-GB', screenshot: 'only-on-failure' },
  projects: [
    ...engines.map((engine) => ({
      name: engine,
      // Chromium runs everything, the other engines the flows.
      ...(engine === 'chromium'
        ? { testIgnore: /outages\// }
        : { testMatch: /flows\/.*\.spec\.ts$/ }),
      grepInvert: titlesNotRunIn(engine),
      use: optionsOf(engine),
    })),
    // These tests stop and kill parts of the stack, so they run after the others, which need all parts.
    ...(engines.includes('chromium')
      ? [
          {
            name: 'chromium outages',
            testMatch: /outages\//,
            dependencies: engines,
            workers: 1,
            use: optionsOf('chromium'),
          },
        ]
      : []),
  ],
  webServer,
})
