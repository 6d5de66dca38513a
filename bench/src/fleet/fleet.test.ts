import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { bundleProgram } from '../../../packages/test-services/src/bundle-program.ts'
import { hasNginx } from '../../../packages/test-services/src/nginx.ts'
import { kinds } from './changes.ts'
import { reportOf } from './report.ts'
import { runFleet } from './run-fleet.ts'

const apps = fileURLToPath(new URL('../../../apps', import.meta.url))
const pageFolder = mkdtempSync(path.join(tmpdir(), 'foyer-fleet-page-'))
writeFileSync(path.join(pageFolder, 'index.html'), '<!doctype html><html lang="en"></html>')
const copies: string[] = []
afterAll(() => {
  for (const file of copies) rmSync(file)
  rmSync(pageFolder, { recursive: true })
})

/** The program, and a copy of it for the upgrade. */
async function bundleTwice(app: string, external: string[]) {
  const current = await bundleProgram(path.join(apps, app), external)
  const next = current.replace(/\.mjs$/, '-next.mjs')
  copyFileSync(current, next)
  copies.push(next)
  return { current, next }
}

/**
 * `npm run fleet` does the same for ten minutes, with ten times the load, on a quiet machine. Here other tests use the
 * cores, so what depends on time has more of it, and few requests are in flight at once: a slow machine gets less load.
 */
it.runIf(hasNginx)(
  'behind nginx, a gate and a server are stopped, killed and upgraded under load, and no request fails except those in flight at a kill',
  async () => {
    const [gate, server] = await Promise.all([
      bundleTwice('gate', ['pg-native']),
      bundleTwice('server', ['@electric-sql/pglite', 'pg-native']),
    ])
    const result = await runFleet({
      programs: { gate, server, pageFolder },
      signInsPerMinute: 90,
      requestsPerSecond: 25,
      mostAtOnce: 4,
      responseWithinMs: 120_000,
      drainSeconds: 2,
      // Another instance each time.
      changes: kinds.map((kind, place) => ({
        kind,
        parts: [
          { of: 'gates', place },
          { of: 'servers', place },
        ],
      })),
      seconds: 9,
      signOutWithinMs: 20_000,
      noticedWithinMs: 1_000,
      emailPatienceSeconds: 90,
      mustKeepRate: false,
      print: () => {},
    })
    expect(result.violations.length === 0 ? '' : reportOf(result)).toBe('')
    for (const what of ['sign-ins', 'sign-outs', 'emails']) {
      expect([what, result.counts.get(what)]).toEqual([what, expect.any(Number)])
    }
  },
)
