import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Workspaces import each other's sources, so that a test never runs against a stale build.
const conditions = ['foyer-source']

/** Tests that start, kill and restart whole processes, or send thousands of requests: `npm run integration`. */
const integration = [
  'apps/server/src/discovery/thousand-domains.test.ts',
  'apps/server/src/{crash,egress-proxy,instances,main,tracing,upgrade}.test.ts',
  'apps/gate/src/{egress-proxy,instances,main,rolling-restart,tracing,upgrade}.test.ts',
  'apps/gate/src/postgres/*.test.ts',
  'bench/src/fleet/fleet.test.ts',
]
// In Node the SDK resolves to a build that cannot redirect.
const sdkForBrowsers = join(
  dirname(createRequire(import.meta.url).resolve('@firebase/auth/package.json')),
  'dist/esm/index.js',
)
const elsewhere = ['**/node_modules/**', '**/dist/**']
/**
 * What the other versions of Node need not repeat: the order of statements, emails and calls, what instances share, and
 * thousands of equal responses.
 */
const sameOnEachNode = [
  'apps/server/src/discovery/thousand-domains.test.ts',
  'apps/server/src/{crash,instances,upgrade}.test.ts',
  'apps/gate/src/{instances,rolling-restart,upgrade}.test.ts',
]
/** For tests that start whole processes. */
const processes = {
  environment: 'node',
  globalSetup: 'apps/server/src/testing/global-setup.ts',
}

export default defineConfig({
  resolve: { conditions: ['foyer-source', 'browser', 'import', 'module', 'default'] },
  ssr: { resolve: { conditions } },
  test: {
    // A worker for each file would take longer to start than its tests take to run. Files share
    // one instead, so none may mock a module: it would stay mocked, or unmocked, for the next.
    isolate: false,
    maxWorkers: 2,
    // Four runs of `npm test` need the same transformed modules: the unit and integration tests, and those on each
    // other version of Node.
    experimental: { fsModuleCache: true },
    provide: { stores: 'both' },
    // For tests that hang. A slow machine with other work must not reach it, so no test has a shorter limit of its own.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    setupFiles: fileURLToPath(new URL('vitest.setup.ts', import.meta.url)),
    expect: {
      // A test that checks nothing would pass, and count as the proof of a claim.
      requireAssertions: true,
      // The default is one second.
      poll: { timeout: 60_000 },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            '{packages,apps,local,tools,conformance,bench,mutation,e2e}/**/src/**/*.test.ts',
          ],
          exclude: ['apps/{login,server}/**', ...integration, ...elsewhere],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: [...integration, ...elsewhere],
          globalSetup: 'apps/server/src/testing/global-setup.ts',
        },
      },
      { extends: true, test: { ...processes, name: 'integration', include: integration } },
      {
        // On the other supported versions of Node, the services that the tests share start once for all tests.
        extends: true,
        test: {
          ...processes,
          name: 'every-node',
          // Other packages have texts, colours and what only tests use.
          include: [
            '{apps/{gate,server},packages/{contract,iap-sign-in,node,tracing}}/src/**/*.test.ts',
          ],
          exclude: [...sameOnEachNode, ...elsewhere],
          // The tests of the store itself run on both.
          provide: { stores: 'postgres' },
        },
      },
      {
        extends: true,
        resolve: { alias: [{ find: /^firebase\/auth$/, replacement: sdkForBrowsers }] },
        test: {
          name: 'login',
          environment: 'jsdom',
          include: ['apps/login/src/**/*.test.{ts,tsx}'],
          setupFiles: 'apps/login/src/testing/fresh-page.ts',
        },
      },
    ],
  },
})
