import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { hasNginx } from '../../../packages/test-services/src/nginx.ts'
import { builtPrograms } from './programs.ts'
import { reportOf } from './report.ts'
import { everyChange, runFleet } from './run-fleet.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, 'skip-build': { type: 'boolean' } },
})
const minutes = Number(values.minutes)
// The database keeps the used states for twenty minutes, and they are counted at the end.
if (!(minutes >= 4 && minutes <= 15)) fail('--minutes takes a number from 4 to 15.')
if (!hasNginx) fail('nginx is not installed. On Debian or Ubuntu: sudo apt-get install nginx')

if (!values['skip-build']) {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const build = ['--import', 'tsx', 'tools/src/build.ts']
  const { status } = spawnSync(process.execPath, build, { cwd: root, stdio: 'inherit' })
  if (status !== 0) fail('The build failed.')
}

const print = (text: string) => void process.stdout.write(`${text}\n`)
const startedAt = Date.now()
const result = await runFleet({
  programs: builtPrograms(),
  signInsPerMinute: 200,
  requestsPerSecond: 300,
  mostAtOnce: 400,
  responseWithinMs: 30_000,
  drainSeconds: 3,
  changes: everyChange,
  seconds: minutes * 60,
  signOutWithinMs: 2_000,
  noticedWithinMs: 100,
  emailPatienceSeconds: 90,
  mustKeepRate: true,
  print: (line) => print(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${line}`),
})
print(reportOf(result))
process.exit(result.violations.length === 0 ? 0 : 1)

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
