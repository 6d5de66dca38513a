// Plain JavaScript without dependencies: it runs before anything is installed.
import { nodeVersionError } from '../local/src/setup/node-version.mjs'
import { createProgress } from '../local/src/setup/progress.mjs'
import { setUp } from '../local/src/setup/set-up.mjs'

const error = nodeVersionError(process.versions.node)
if (error !== null) {
  process.stderr.write(`${error}\n`)
  process.exit(1)
}
// The first step of the checks is a build.
if (!(await setUp({ progress: createProgress(process.stdout), builds: false }))) process.exit(1)

const { register } = await import('tsx/esm/api')
register()
await import('./src/test.ts')
