import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The shipped sources, without tests. */
function sourcesOf(...folders: string[]): { file: string; text: string }[] {
  return folders
    .map((folder) => join(folder, 'src'))
    .flatMap((src) =>
      readdirSync(src, { recursive: true, encoding: 'utf8' }).map((f) => join(src, f)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|[\\/]testing[\\/]/.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

const filesWith = (pattern: RegExp, sources: { file: string; text: string }[]) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

it('the page writes no cookie, so no state can be in one (UR-17a)', () => {
  const page = sourcesOf('apps/login', 'packages/iap-sign-in', 'packages/contract')
  expect(page.length).toBeGreaterThan(100)
  expect(filesWith(/\bdocument\s*\.\s*cookie\b|\bcookieStore\b|\['cookie'\]/, page)).toEqual([])
})

it('no code changes case with the rules of a locale, so a Turkish environment changes nothing (TR-01b)', () => {
  const product = sourcesOf('apps/login', 'apps/server', 'apps/gate', 'packages/contract')
  expect(filesWith(/toLocale(?:Lower|Upper)Case/, product)).toEqual([])
})
