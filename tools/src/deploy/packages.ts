import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What a release consists of. The gate and the server need the others. */
export const releasedPackages = [
  'packages/iap-sign-in',
  'packages/contract',
  'packages/design',
  'packages/messages',
  'packages/node',
  'packages/tracing',
  'apps/gate',
  'apps/server',
] as const

/** Builds the files that git knows in a folder of their own, and returns the packed packages. */
export function buildAndPack(root: string, folder: string): string[] {
  const sources = path.join(folder, 'sources')
  const tarballs = path.join(folder, 'tarballs')
  mkdirSync(tarballs, { recursive: true })
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
    },
  )
  for (const file of files.split('\0').filter(Boolean)) {
    if (existsSync(path.join(root, file)))
      cpSync(path.join(root, file), path.join(sources, file), { recursive: true })
  }
  npm(sources, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline')
  npm(sources, 'run', 'build')
  for (const name of releasedPackages)
    npm(sources, 'pack', '--silent', '--workspace', name, '--pack-destination', tarballs)
  return readdirSync(tarballs).map((name) => path.join(tarballs, name))
}

export const checksumOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex')

/** Installs the packages as somebody does who has nothing else of the project, and returns the folder of their commands. */
export function installTarballs(folder: string, tarballs: readonly string[]): string {
  mkdirSync(folder, { recursive: true })
  npm(folder, 'init', '--yes')
  npm(
    folder,
    'install',
    '--silent',
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    ...tarballs,
  )
  return path.join(folder, 'node_modules/.bin')
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}
