import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import {
  axe,
  overflowing,
  smallTargets,
  violations,
  violationsByColors,
  withoutRing,
} from './accessibility.ts'
import type { Finder } from './accessibility.ts'

interface PrintedDocument {
  name: string
  language: string
  html: string
}

// All tests share one page and the documents.
let page: Page
let documents: PrintedDocument[]

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ reducedMotion: 'reduce' })
  // Each document once in each language, and once in each accent. Theirs have texts that are one long word.
  const ours = ['Foyer']
  const theirs = [
    'Portal'.repeat(12),
    '#7a1f3d',
    `https://intranet.acme.example/${'support'.repeat(12)}`,
  ]
  documents = [
    ...(await print('apps/gate/src/testing/print-pages.ts', 'en', ours)),
    ...(await print('apps/gate/src/testing/print-pages.ts', 'tr', theirs)),
    ...(await print('apps/server/src/testing/print-emails.ts', 'en', ours)),
    ...(await print('apps/server/src/testing/print-emails.ts', 'tr', theirs)),
  ]
  expect(documents).toHaveLength(2 * 26)
  await page.evaluate(axe)
})

test.afterAll(() => page.close())

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page of the gate and no email violates WCAG 2.2 AA in ${colorScheme} mode, in either language and with another accent`, async () => {
    await page.emulateMedia({ colorScheme })
    expect(await failuresOf(colorScheme === 'light' ? [violations] : [violationsByColors])).toEqual(
      {},
    )
  })
}

test('at 320 px no page of the gate and no email is cut off, and its button can be touched', async () => {
  await page.setViewportSize({ width: 320, height: 568 })
  expect(await failuresOf([overflowing, smallTargets])).toEqual({})
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('every page of the gate and every email keeps its focus ring in forced colours', async () => {
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await failuresOf([withoutRing])).toEqual({})
  await page.emulateMedia({ forcedColors: 'none' })
})

test('if the browser has no clipboard, a page of the gate shows and selects the whole text for support', async () => {
  const selected = () => page.evaluate(() => String(getSelection()))
  for (const { name, html } of documents) {
    if (name !== 'gate: notAllowed' && name !== 'gate: refused') continue
    await page.setContent(html)
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }),
    )
    await page.locator('.copy').click()
    await expect.poll(selected).toContain('K7Q2-281430')
    if (name === 'gate: notAllowed')
      expect(await selected()).toContain('ayse.yilmaz@acme.example.com')
  }
})

test('with the keyboard, Tab reaches each link of a page of the gate and of an email in its order', async () => {
  for (const { name, language, html } of documents) {
    await page.setContent(html)
    const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.outerHTML))
    const reached: string[] = []
    for (const _link of links) {
      await page.keyboard.press('Tab')
      reached.push(await page.evaluate(() => document.activeElement?.outerHTML ?? ''))
    }
    expect(reached, `${name}, ${language}`).toEqual(links)
  }
})

test('an email with its styles removed still has its button, as email programs do that drop style sheets', async () => {
  await page.emulateMedia({ colorScheme: 'light' })
  const hasButton = ({ name }: PrintedDocument) =>
    name.startsWith('email') && name !== 'email: company-code'
  for (const { html } of documents.filter(hasButton)) {
    await page.setContent(html.replace(/<style>.*?<\/style>/s, ''))
    const button = page.locator('.action a')
    await expect(button).toHaveCSS('color', 'rgb(255, 255, 255)')
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
})

/** The failures that the finders report, by document. */
async function failuresOf(finders: Finder[]): Promise<Record<string, string[]>> {
  const inBrowser = await page.evaluateHandle<Finder[]>(`[${finders.map(String).join(',')}]`)
  const found = await page.evaluate(goThroughAll, { documents, finders: inBrowser })
  expect(found).toHaveLength(documents.length)
  const failures = found.map(({ name, lines }) => [
    name,
    lines.filter((line) => isFailure(name, line)),
  ])
  return Object.fromEntries(failures.filter(([, lines = []]) => lines.length > 0)) as Record<
    string,
    string[]
  >
}

/** Runs in the browser: a call for each document would take longer than the checks. */
async function goThroughAll(round: { documents: PrintedDocument[]; finders: Finder[] }) {
  const results: { name: string; lines: string[] }[] = []
  for (const { name, language, html } of round.documents) {
    document.open()
    document.write(html)
    document.close()
    const lines: string[] = []
    for (const find of round.finders) lines.push(...(await find()))
    results.push({ name: `${name}, ${language}`, lines })
  }
  return results
}

/** An email is shown inside the page of an email program, which has the landmarks. */
function isFailure(name: string, line: string): boolean {
  return !(name.startsWith('email') && /^(?:region|landmark-one-main):/.test(line))
}

/** Runs a script of an app that prints its documents. The sources, so that it needs no build. */
async function print(script: string, language: string, args: string[]) {
  const node = ['--import', 'tsx', '--conditions=foyer-source', script, ...args]
  const { stdout } = await promisify(execFile)(process.execPath, node, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    maxBuffer: 10_000_000,
  })
  const printed = JSON.parse(stdout) as PrintedDocument[]
  return printed.filter((printedDocument) => printedDocument.language === language)
}
