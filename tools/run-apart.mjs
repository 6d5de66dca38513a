import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Runs `src/main.ts` of a folder that is not a workspace, after installing from that folder's own lock file,
 * so that its packages are not hoisted into ours.
 */
export function runApart(folder) {
  const run = (command, args, options = {}) => {
    const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit', ...options })
    if (status !== 0) process.exit(status ?? 1)
  }

  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const stamp = join(folder, 'node_modules', '.installed-lock')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    process.stdout.write(`Installing the packages of ${basename(folder)}\n`)
    const npm = process.env.npm_execpath
    if (npm) run(process.execPath, [npm, 'ci', '--no-progress'])
    else run('npm', ['ci', '--no-progress'], { shell: process.platform === 'win32' })
    writeFileSync(stamp, lock)
  }

  run(process.execPath, [
    '--conditions=foyer-source',
    '--import',
    'tsx',
    join(folder, 'src/main.ts'),
    ...process.argv.slice(2),
  ])
}
