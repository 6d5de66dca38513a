import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The first version with all WebDriver BiDi commands that Playwright sends (`network.addDataCollector`). */
export const oldestFirefox = 143

export const firefoxPackages = ['firefox-esr'] as const

const usualPlaces = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** The path of Firefox on this machine, or null. `FOYER_FIREFOX` comes before all other places. */
export function findFirefox(): string | null {
  const named = process.env['FOYER_FIREFOX']
  if (named) return named
  return usualPlaces.find((path) => existsSync(path)) ?? null
}

/** Whether there is a Firefox that Playwright can drive. */
export function hasFirefox(): boolean {
  const path = findFirefox()
  return path !== null && majorVersion(path) >= oldestFirefox
}

function majorVersion(path: string): number {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return Number(/Firefox (\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}
