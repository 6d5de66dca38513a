import { screen, within } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const html = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')
const page = document.documentElement
const lookup = 'https://identity.example/v1/projects?key=demo-api-key'

let asked: string[]
let runs = 0

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(Response.json({}))
  })
  localStorage.clear()
  const place = new DOMParser().parseFromString(html, 'text/html').querySelector('#root')
  document.body.replaceChildren(...(place === null ? [] : [place]))
})

afterEach(() => {
  vi.unstubAllGlobals()
  delete window.foyer
  for (const name of Object.keys(page.dataset)) delete page.dataset[name]
})

/** Runs the script like a page load. */
async function open(search: string, data: Record<string, string> = {}): Promise<void> {
  history.replaceState(null, '', `/${search}`)
  Object.assign(page.dataset, { flow: '/assets/gone.js', ...data })
  runs += 1
  // A module runs once for each URL.
  const script = `./first-byte.ts?run=${runs}`
  await import(/* @vite-ignore */ script)
  // index.html does the same at its end.
  window.foyer?.start()
}

async function reportedFailure(): Promise<HTMLElement> {
  return vi.waitFor(() => {
    const report = document.querySelector<HTMLElement>('#root .loading')
    if (!report?.querySelector('[role=alert]')) throw new Error('Nothing is reported.')
    return report
  })
}

it('the element for which the first frame waits is behind the script that shows the buttons', () => {
  // The browser paints no frame until it has parsed this element, see build/inline-first-byte.ts.
  expect(html).toMatch(
    /window\.foyer\.start\(\)[^]*<\/script>\s*<i id="complete" hidden><\/i>\s*<\/body>/,
  )
})

it.each([
  ['English', '', 'The page could not be loaded. Check your internet connection.', 'Try again'],
  ['Turkish', '?lang=tr', 'Sayfa yüklenemedi. İnternet bağlantınızı kontrol edin.', 'Tekrar dene'],
])(
  'a page in the language %s whose next script cannot be loaded replaces its buttons by an error with a retry',
  async (_language, search, message, retry) => {
    await open(search)
    document.querySelector('#root')?.append(document.createElement('button'))
    const report = await reportedFailure()
    expect(within(report).getByRole('alert').textContent).toContain(message)
    expect(screen.getAllByRole('button')).toEqual([
      within(report).getByRole('button', { name: retry }),
    ])
  },
)

it('a first script that fails after the first frame shows an error with a retry', async () => {
  vi.stubGlobal('fetch', undefined)
  await open('', { flow: 'data:text/javascript,' })
  const report = await reportedFailure()
  expect(report.textContent).toContain('The page could not be loaded.')
  expect(within(report).getByRole('button', { name: 'Try again' })).toBeTruthy()
})

it('a page that was not left shows a retry, and does not blame the connection, which had an answer', async () => {
  await open('')
  await reportedFailure()
  window.foyer?.showLoadingError(true)
  const alert = within(await reportedFailure()).getByRole('alert')
  expect(alert.textContent?.trim()).toBe('The page could not be loaded.')
})

it('a page without the project in its page data looks it up early, once', async () => {
  await open('?mode=login', { lookup })
  await vi.waitFor(() => expect(asked).toContain(lookup))
  expect(asked.filter((url) => url === lookup)).toHaveLength(1)
  expect(Object.keys(window.foyer?.answers ?? {})).toContain(lookup)
  await reportedFailure()
})

it('a page whose request the server has refused looks up no project', async () => {
  await open('?mode=login')
  await reportedFailure()
  expect(asked).toEqual(['/config.json'])
})

it('the text of the loading view is hidden until it is right for this URL and language', async () => {
  const untranslated = new DOMParser().parseFromString(html, 'text/html').documentElement
  expect(untranslated.dataset).toHaveProperty('untranslated')
  page.dataset['untranslated'] = ''
  await open('?lang=tr')
  expect(page.dataset).not.toHaveProperty('untranslated')
  expect(document.querySelector('.loading-header')?.textContent).toBe('HOŞ GELDİNİZ')
})
