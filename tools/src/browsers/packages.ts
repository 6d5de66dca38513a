import { runQuietly } from './run-quietly.ts'

const unattended = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

function mayInstallPackages(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0
}

/** Installs packages of the system, or does nothing where that is not allowed. */
export async function installPackages(packages: readonly string[]): Promise<void> {
  if (!mayInstallPackages()) return
  // Without it, an image with old lists of packages gets an old browser. A failure is no reason to stop:
  // the lists may be good enough.
  await aptGet(['update', '-qq'])
  await aptGet(['install', '-y', '-qq', '--no-install-recommends', '--no-remove', ...packages])
}

/** For a user who may install packages. */
export function installCommand(packages: readonly string[]): string {
  return `sudo apt-get update; sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`
}

function aptGet(args: readonly string[]): Promise<void> {
  return runQuietly('apt-get', args, unattended)
}
