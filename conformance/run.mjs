import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

installPeers()
run(process.execPath, [
  '--conditions=foyer-source',
  '--import',
  'tsx',
  join(here, 'src/main.ts'),
  ...process.argv.slice(2),
])

// The peers are installed from this folder's own lock file: they must never be hoisted into the
// product's tree.
function installPeers() {
  const lock = createHash('sha256')
    .update(readFileSync(join(here, 'package-lock.json')))
    .digest('hex')
  const stamp = join(here, 'node_modules', '.installed-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  process.stdout.write('Installing the public library and its peers\n')
  const npm = process.env.npm_execpath
  if (npm) run(process.execPath, [npm, 'ci', '--no-progress'])
  else run('npm', ['ci', '--no-progress'], { shell: process.platform === 'win32' })
  writeFileSync(stamp, lock)
}

function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { cwd: here, stdio: 'inherit', ...options })
  if (status !== 0) process.exit(status ?? 1)
}
