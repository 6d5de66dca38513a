import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Debian packages for this machine, unpacked into a folder of ours and not installed. */
export interface UnpackedPackages {
  folder: string
  /** The environment for programs from there: their libraries in addition to the machine's own. */
  environment: Record<string, string>
}

/** @throws Error with the reason why the packages are not available here. */
export function unpackDebianPackages(cache: string, names: readonly string[]): UnpackedPackages {
  const place = path.join(cache, names.join('+'))
  const [downloads, folder] = [path.join(place, 'downloads'), path.join(place, 'unpacked')]
  const stamp = path.join(place, 'complete')
  if (!existsSync(stamp)) {
    rmSync(place, { recursive: true, force: true })
    for (const wanted of [downloads, folder]) mkdirSync(wanted, { recursive: true })
    run('apt-get', ['download', ...withMissingDependencies(names, downloads)], downloads)
    for (const file of readdirSync(downloads)) run('dpkg', ['-x', file, folder], downloads)
    writeFileSync(stamp, '')
  }
  const libraries = path.join(folder, 'usr/lib', libraryFolder())
  return { folder, environment: { LD_LIBRARY_PATH: libraries } }
}

/** `apt-get` lists what it would download, one URL and file name per line. */
function withMissingDependencies(names: readonly string[], downloads: string): string[] {
  const options = ['install', '--print-uris', '--reinstall', '--no-install-recommends', '-qq', '-y']
  // Otherwise it leaves out the packages in its own cache.
  const cache = ['-o', `Dir::Cache::archives=${downloads}`]
  const lines = run('apt-get', [...options, ...cache, ...names]).split('\n')
  return lines.flatMap((line) => /^'\S+' ([^_\s]+)_/.exec(line)?.[1] ?? [])
}

function libraryFolder(): string {
  return run('dpkg-architecture', ['-qDEB_HOST_MULTIARCH']).trim()
}

function run(command: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (error) throw new Error(`${command} is not on this machine`)
  if (status !== 0) throw new Error(`${command} failed: ${stderr.trim().split('\n').at(-1)}`)
  return stdout
}
