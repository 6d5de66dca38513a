import { spawn } from 'node:child_process'

export const unattended = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

export function mayInstallPackages(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0
}

/** Installs packages of the system, or does nothing where that is not allowed. */
export async function installPackages(packages: readonly string[]): Promise<void> {
  if (!mayInstallPackages()) return
  const install = ['install', '-y', '-qq', '--no-install-recommends', '--no-remove', ...packages]
  if (await aptGet(install)) return
  // The lists of packages are missing or out of date.
  await aptGet(['update', '-qq'])
  await aptGet(install)
}

/** For a user who may install packages. */
export function installCommand(packages: readonly string[]): string {
  return `sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`
}

function aptGet(args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('apt-get', args, { stdio: 'ignore', env: unattended })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
