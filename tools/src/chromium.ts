import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

/** Where browsers that a person or a package manager installed usually lie. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** The same engine without a window, settings or extensions: it runs tests in half the time. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** The path of a Chromium on this machine, or null. `FOYER_CHROMIUM` wins when it is set. */
export function findChromium(): string | null {
  const named = process.env['FOYER_CHROMIUM']
  if (named) return named
  return [...usualPlaces, chromium.executablePath()].find((path) => existsSync(path)) ?? null
}

/**
 * The path of a Chromium, installing one where there is none: Playwright's own build first, then
 * the system's package where we may install packages.
 *
 * @throws Error that says what was tried and how to name a browser by hand.
 */
export function ensureChromium(): string {
  return findChromium() ?? installChromium()
}

/** How Playwright starts the fastest Chromium on this machine that has no settings of its own. */
export function fastestChromium(): { executablePath?: string } {
  const path = ensureChromium()
  if (process.env['FOYER_CHROMIUM']) return { executablePath: path }
  if (existsSync(headlessShell)) return { executablePath: headlessShell }
  // Playwright brings a headless shell with its own Chromium, and takes it when no path is named.
  return path === chromium.executablePath() ? {} : { executablePath: path }
}

/** Installs the headless shell where the system has a package of it and we may install packages. */
export function offerHeadlessShell(): void {
  if (process.env['FOYER_CHROMIUM'] || existsSync(headlessShell) || !mayInstallPackages()) return
  const options = ['-y', '-qq', '--no-install-recommends', '--no-remove']
  const install = ['install', ...options, 'chromium-headless-shell']
  for (const args of [install, ['update', '-qq'], install]) {
    if (existsSync(headlessShell)) return
    spawnSync('apt-get', args, { stdio: 'ignore', env: unattended })
  }
}

function installChromium(): string {
  const playwright = join(
    createRequire(import.meta.url).resolve('playwright-core/package.json'),
    '../cli.js',
  )
  const attempts: [string, string[]][] = [[process.execPath, [playwright, 'install', 'chromium']]]
  if (mayInstallPackages()) {
    attempts.push(
      ['apt-get', ['update']],
      ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium']],
    )
  }
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: 'inherit', env: unattended })
    const found = findChromium()
    if (found) return found
  }
  throw new Error(
    'No Chromium was found and none could be installed. Install Chromium or Chrome, or set FOYER_CHROMIUM to the path of its executable.',
  )
}

const unattended = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

function mayInstallPackages(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0
}

/**
 * Switches for a browser driven by tests: nothing but the page under test may use the network, and
 * root has no sandbox to give. Naming features here also replaces Playwright's own list, which switches
 * storage partitioning off: a user's browser has it on.
 */
export const chromiumSwitches: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Each window would start a second renderer for its hidden address bar.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
