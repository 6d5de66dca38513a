// Plain JavaScript without dependencies: it runs before anything is installed.
import { nodeVersionError } from './src/setup/node-version.mjs'

const error = nodeVersionError(process.versions.node)
if (error !== null) {
  process.stderr.write(`${error}\n`)
  process.exit(1)
}

const { setUp } = await import('./src/setup/set-up.mjs')
const { createProgress } = await import('./src/setup/progress.mjs')

const progress = createProgress(process.stdout)
if (await setUp({ progress })) {
  const { register } = await import('tsx/esm/api')
  register()
  const { runStack } = await import('./src/stack.ts')
  process.exitCode = await runStack({ argv: process.argv.slice(2), env: process.env, progress })
} else {
  process.exitCode = 1
}
