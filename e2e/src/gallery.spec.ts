import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { stack } from './stack.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const gallery = `${stack.login}/local/gallery/#entry=loading`

type Finder = (page: Page) => Promise<string[]>

test.describe.configure({ mode: 'parallel', timeout: 180_000 })

// Long Turkish words are what pushes something out of the screen.
const zoomClaims = { en: 'AX-03a, AX-03b', tr: 'AX-03a, TR-05' }

test('no screen in any state violates WCAG 2.2 AA, light or dark', async ({ browser }) => {
  const page = await openGallery(browser, { reducedMotion: 'reduce' })
  await page.evaluate(axe)
  const faults = await faultsOfAll(page, 'en', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    const inLight = await violations(page, wcag)
    await page.emulateMedia({ colorScheme: 'dark' })
    const inDark = await violations(page, ofColors)
    return [...inLight, ...inDark.map((fault) => `in the dark: ${fault}`)]
  })
  expect(faults).toEqual({})
  await page.context().close()
})

for (const language of ['en', 'tr'] as const) {
  test(`no screen in any state is cut, covered or too small to touch at 400 % zoom: ${language} (${zoomClaims[language]})`, async ({
    browser,
  }) => {
    const page = await openGallery(browser, { viewport: { width: 320, height: 256 } })
    const faults = await faultsOfAll(page, language, async () => [
      ...(await page.evaluate(overflowing)),
      ...(await page.evaluate(smallTargets)),
      ...(await page.evaluate(coveredWhenFocused)),
    ])
    expect(faults).toEqual({})
    await page.context().close()
  })
}

test('every screen keeps its words and its focus ring in forced colours', async ({ browser }) => {
  const page = await openGallery(browser, { forcedColors: 'active' })
  expect(await faultsOfAll(page, 'en', () => page.evaluate(withoutRing))).toEqual({})
  await page.context().close()
})

test('the loading view fills the screen, its logo moves, but nothing does for users who prefer less motion, and no other machine is asked (A6a, A6d)', async ({
  browser,
}) => {
  const page = await openGallery(browser, { reducedMotion: 'reduce' })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== stack.login) foreign.push(request.url())
  })
  await page.reload()
  await page.waitForFunction(() => 'galleryEntries' in window)
  const moving = () => page.evaluate(() => document.getAnimations().map((each) => each.playState))
  const screen = await page.locator('.loading').boundingBox()
  expect(screen).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await moving()).toContain('running')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await faultsOfAll(page, 'en', moving)).toEqual({})
  expect(foreign).toEqual([])
  await page.context().close()
})

async function openGallery(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0],
): Promise<Page> {
  // Axe is a script of the test's, which the page's own policy rightly refuses.
  const context = await browser.newContext({ ...options, bypassCSP: true })
  const page = await context.newPage()
  await page.goto(gallery)
  await page.waitForFunction(() => 'galleryEntries' in window)
  return page
}

/** What the finder finds in each entry, by the entry's name; entries without a fault are left out. */
async function faultsOfAll(
  page: Page,
  language: string,
  find: Finder,
): Promise<Record<string, string[]>> {
  const names = await page.evaluate(
    () => (window as unknown as { galleryEntries: string[] }).galleryEntries,
  )
  expect(names.length).toBeGreaterThan(60)
  const faults: Record<string, string[]> = {}
  for (const name of names) {
    const hash = `#${new URLSearchParams({ entry: name, lang: language })}`
    await page.evaluate(show, hash)
    const found = await find(page)
    if (found.length > 0) faults[name] = found
  }
  return faults
}

/** Over when the page says that it shows the entry. */
function show(hash: string): Promise<void> {
  const page = document.documentElement
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (page.dataset['shown'] !== hash) return
      observer.disconnect()
      resolve()
    })
    observer.observe(page, { attributes: true })
    location.hash = hash
  })
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All that a dark page can have wrong and its light one not. */
const ofColors = ['color-contrast', 'link-in-text-block']

async function violations(page: Page, runOnly: string[]): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const { axe: checker } = window as unknown as {
      axe: { run: (options: object) => Promise<AxeResults> }
    }
    const { violations: found } = await checker.run({
      resultTypes: ['violations'],
      runOnly: rules,
    })
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, runOnly)
}

type AxeResults = { violations: { id: string; nodes: { html: string }[] }[] }

/** One scroll direction only. */
function overflowing(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []
}

/** A finger needs 44 px; links inside sentences are as high as their line. */
function smallTargets(): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'button, select, input, a.button, .page-foot a',
  )
  return [...targets].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    const isShown = width > 0 && height > 0
    return isShown && (height < 43.5 || width < 43.5)
      ? [`${target.outerHTML.slice(0, 80)} is ${width} × ${height}`]
      : []
  })
}

/** What has the focus is in sight, and nothing fixed lies over it. */
function coveredWhenFocused(): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'main button, main input, main select, main a',
  )
  return [...targets].flatMap((target) => {
    target.focus()
    target.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = target.getBoundingClientRect()
    const top_ = document.elementFromPoint(left + width / 2, top + height / 2)
    const isSeen = top_ !== null && (target.contains(top_) || top_.contains(target))
    return isSeen ? [] : [`${target.outerHTML.slice(0, 80)} is covered`]
  })
}

/** A ring of the system's colours, since shadows and backgrounds are gone. */
function withoutRing(): string[] {
  const targets = document.querySelectorAll<HTMLElement>('button, input, a')
  return [...targets].flatMap((target) => {
    target.focus({ focusVisible: true })
    const { outlineStyle, outlineWidth } = getComputedStyle(target)
    return outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2
      ? [target.outerHTML.slice(0, 80)]
      : []
  })
}
