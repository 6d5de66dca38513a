import { existsSync } from 'node:fs'

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
