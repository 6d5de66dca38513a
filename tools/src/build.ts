import { spawnSync } from 'node:child_process'

// The order matters: the apps compile against the built packages.
const workspaces = [
  'packages/iap-sign-in',
  'packages/contract',
  'packages/design',
  'packages/node',
  'packages/tracing',
  'apps/server',
  'apps/gate',
  'apps/login',
]

for (const workspace of workspaces) {
  const started = performance.now()
  const { status } = spawnSync('npm', ['run', 'build', '--silent', '--workspace', workspace], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    process.stderr.write(`The build of ${workspace} failed.\n`)
    process.exit(1)
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`built ${workspace} in ${seconds} s\n`)
}
