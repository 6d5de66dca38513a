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
import { gallery, openGallery } from './gallery.ts'
import type { Gallery } from './gallery.ts'
import { stack } from './stack.ts'

const desktop = { width: 1280, height: 720 }

// All tests share one page: opening it takes longer than showing many entries.
let page: Page
let foreign: string[]

test.beforeAll(async ({ browser }) => {
  // The test injects axe, which the page's content security policy blocks.
  const context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' })
  page = await context.newPage()
  foreign = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== stack.login) foreign.push(request.url())
  })
  await openGallery(page)
  await page.evaluate(axe)
})

test.afterAll(() => page.context().close())

test('no screen in any state violates WCAG 2.2 AA, light or dark', async () => {
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await failuresByMarkup(violations)).toEqual({})
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await failuresByMarkup(violationsByColors), 'in the dark').toEqual({})
})

test('every screen keeps its focus ring in forced colours, and a wrong field looks wrong', async () => {
  await page.setViewportSize(desktop)
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await failuresByMarkup(withoutRing)).toEqual({})
  expect(await failuresByMarkup(wrongLikeRight)).toEqual({})
  await page.emulateMedia({ forcedColors: 'none' })
})

// Long Turkish words are the most likely to overflow.
for (const [language, claims] of [
  ['en', 'AX-03a, AX-03b'],
  ['tr', 'AX-03a, TR-05'],
] as const) {
  test(`at 400 % zoom no screen in any state is cut off, covered or too small to touch: ${language} (${claims})`, async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    const finders = [overflowing, smallTargets, coveredWhenFocused]
    expect(await failuresOfAll(finders, language)).toEqual({})
  })
}

test('on a small laptop the button of each form is seen without scrolling, except below a QR code', async () => {
  await page.setViewportSize({ width: 1366, height: 640 })
  expect(await failuresOfAll([buttonBelowFold], 'en')).toEqual({})
  expect(await failuresOfAll([buttonBelowFold], 'tr')).toEqual({})
})

test('the loading view fills the screen, its logo moves unless the user prefers reduced motion and does not depend on the texts, and no request goes to another host (A6a, A6d)', async () => {
  await page.setViewportSize(desktop)
  expect(await failuresOfAll([moving])).toEqual({})
  expect(foreign).toEqual([])

  await page.goto(gallery)
  const screen = await page.locator('.loading').boundingBox()
  expect(screen).toEqual({ x: 0, y: 0, ...desktop })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await page.evaluate(moving)).toContain('running')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const mark = page.locator('.loading .mark')
  const place = await mark.boundingBox()
  await page.evaluate(() => {
    for (const line of document.querySelectorAll('.loading-header, .loading-sub')) line.remove()
  })
  expect(await mark.boundingBox()).toEqual(place)
})

/** The failures that the finders report, by the name of the entry; entries without a failure are left out. */
function failuresOfAll(finders: Finder[], language = 'en'): Promise<Record<string, string[]>> {
  return failuresOf({ finders, language, skipsSameMarkup: false })
}

/** As `failuresOfAll`, for a finder whose result does not depend on the texts: entries with the same markup are checked once. */
function failuresByMarkup(finder: Finder): Promise<Record<string, string[]>> {
  return failuresOf({ finders: [finder], language: 'en', skipsSameMarkup: true })
}

interface Round {
  finders: Finder[]
  language: string
  skipsSameMarkup: boolean
}

async function failuresOf(round: Round): Promise<Record<string, string[]>> {
  const finders = await page.evaluateHandle<Finder[]>(`[${round.finders.map(String).join(',')}]`)
  const { failures, shown, checked } = await page.evaluate(goThroughAll, { ...round, finders })
  expect(shown).toBeGreaterThan(60)
  expect(checked).toBeGreaterThan(40)
  return failures
}

/** Runs in the browser: a call for each entry would take longer than most checks. */
async function goThroughAll({ finders, language, skipsSameMarkup }: Round) {
  const { galleryEntries: names, showGalleryEntry } = window as unknown as Gallery
  const seen = new Set<string>()
  const failures: Record<string, string[]> = {}
  for (const name of names) {
    await showGalleryEntry(name, language)
    const markup = skipsSameMarkup ? markupOf(document.body) : name
    if (seen.has(markup)) continue
    seen.add(markup)
    for (const find of finders) {
      const found = await find()
      if (found.length > 0) failures[name] = [...(failures[name] ?? []), ...found]
    }
  }
  return { failures, shown: names.length, checked: seen.size }

  /** Without the texts and React's generated ids. */
  function markupOf(element: Element): string {
    return element.innerHTML.replaceAll(/>[^<]*[^<\s][^<]*</g, '>text<').replaceAll(/_r_\w+_/g, '')
  }
}

/** Forced colours replace the red of a wrong field, so another border must show it. */
function wrongLikeRight(): string[] {
  return [...document.querySelectorAll<HTMLElement>('input[aria-invalid]')].flatMap((field) => {
    const wrong = getComputedStyle(field).borderStyle
    field.removeAttribute('aria-invalid')
    const right = getComputedStyle(field).borderStyle
    field.setAttribute('aria-invalid', 'true')
    return wrong === right ? [field.outerHTML.slice(0, 80)] : []
  })
}

function moving(): string[] {
  return document.getAnimations().map(({ playState }) => playState)
}

/** A message may move the button there: it is read first. */
function buttonBelowFold(): string[] {
  scrollTo(0, 0)
  const isExpected = document.querySelector('.alert:not(:empty), .app-secret') !== null
  const button = document.querySelector('main form [type="submit"]')
  const { top, height } = button?.getBoundingClientRect() ?? { top: 0, height: 0 }
  const isSeen = top + height / 2 < innerHeight
  return isSeen || isExpected ? [] : [`its top is at ${top} px`]
}

/** A focused element must be visible and not covered by a fixed element. */
function coveredWhenFocused(): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'main button, main summary, main input:not([aria-hidden]), main select, main a',
  )
  const shown = [...targets].filter((target) => target.checkVisibility())
  return shown.flatMap((target) => {
    target.focus()
    target.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = target.getBoundingClientRect()
    const top_ = document.elementFromPoint(left + width / 2, top + height / 2)
    const isSeen = top_ !== null && (target.contains(top_) || top_.contains(target))
    return isSeen ? [] : [`${target.outerHTML.slice(0, 80)} is covered`]
  })
}
