import { defineConfig } from '@playwright/test'
import { browser, stack, webServer } from './src/stack.ts'

export default defineConfig({
  testDir: './src',
  outputDir: '../test-results/e2e',
  forbidOnly: true,
  retries: 0,
  // One more than the smallest machine has cores, because a browser test mostly waits.
  workers: 3,
  // Long, because other runners may use the cores.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['./src/assertions-reporter.ts'],
    ['json', { outputFile: '../.local/results/e2e.json' }],
  ],
  use: {
    browserName: 'chromium',
    launchOptions: browser,
    baseURL: stack.login,
    locale: 'en-GB',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'flows', testIgnore: /outages\// },
    // These tests stop and kill parts of the stack, so they run after the flows, which need all parts.
    { name: 'outages', testMatch: /outages\//, dependencies: ['flows'], workers: 1 },
  ],
  webServer,
})
