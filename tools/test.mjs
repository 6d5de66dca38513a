// Plain JavaScript without dependencies: it runs before anything is installed.
import { nodeVersionFault } from '../local/src/setup/node-version.mjs'
import { createProgress } from '../local/src/setup/progress.mjs'
import { setUp } from '../local/src/setup/set-up.mjs'

const fault = nodeVersionFault(process.versions.node)
if (fault !== null) {
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}
// The first step of the checks is a build.
if (!(await setUp({ progress: createProgress(process.stdout), builds: false }))) process.exit(1)

const { register } = await import('tsx/esm/api')
register()
await import('./src/test.ts')
