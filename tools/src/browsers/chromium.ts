import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { installPackages } from './packages.ts'
import { runQuietly } from './run-quietly.ts'

/** Common locations of installed browsers. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** The same engine without windows, settings or extensions. Tests run twice as fast in it. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** The path of a Chromium on this machine, or null. `FOYER_CHROMIUM` has priority. */
export function findChromium(): string | null {
  const named = process.env['FOYER_CHROMIUM']
  if (named) return named
  return [...usualPlaces, chromium.executablePath()].find((path) => existsSync(path)) ?? null
}

/**
 * The path of a Chromium.
 *
 * @throws Error that says how to set the path of a browser, if there is none.
 */
export function chromiumHere(): string {
  const path = findChromium()
  if (path !== null) return path
  throw new Error(
    'No Chromium was found and none could be installed. Install Chromium or Chrome, or set FOYER_CHROMIUM to the path of its executable.',
  )
}

/** Installs Chromium if there is none: first Playwright's own build, then the system's package. */
export async function installChromium(): Promise<void> {
  if (findChromium() !== null) return
  const playwright = join(
    createRequire(import.meta.url).resolve('playwright-core/package.json'),
    '../cli.js',
  )
  // Where its server is out of reach, its output is a page of errors about a browser that the system also has.
  await runQuietly(process.execPath, [playwright, 'install', 'chromium'])
  if (findChromium() === null) await installPackages(['chromium'])
}

/** The launch options for the fastest Chromium on this machine. */
export function fastestChromium(): { executablePath?: string } {
  const path = chromiumHere()
  if (process.env['FOYER_CHROMIUM']) return { executablePath: path }
  if (existsSync(headlessShell)) return { executablePath: headlessShell }
  // Playwright installs a headless shell with its Chromium, and uses it if no path is set.
  return path === chromium.executablePath() ? {} : { executablePath: path }
}

/** Installs the headless shell if the system has a package of it and we have the permissions. */
export async function offerHeadlessShell(): Promise<void> {
  if (process.env['FOYER_CHROMIUM'] || existsSync(headlessShell)) return
  await installPackages(['chromium-headless-shell'])
}

/**
 * Command-line switches for tests: only the page under test may use the network, and root has no sandbox. A
 * list of features here replaces Playwright's list, which turns storage partitioning off; a user's browser
 * has it on.
 */
export const chromiumSwitches: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Otherwise each window starts a second renderer for its hidden address bar.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** For a machine without a GPU: then no separate GPU process is needed. */
export const withoutGpu: readonly string[] = ['--disable-gpu', '--in-process-gpu']
