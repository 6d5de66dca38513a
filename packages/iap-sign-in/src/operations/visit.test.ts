import { expect, it } from 'vitest'
import { MemoryBrowser } from '../testing/memory-browser.ts'
import { Visit } from './visit.ts'

const here = 'https://login.example.com/'

function scene() {
  const browser = new MemoryBrowser(here)
  const calls: string[] = []
  const progress = { show: () => void calls.push('show'), hide: () => void calls.push('hide') }
  return { browser, calls, visit: new Visit(progress, browser.runtime.page) }
}

it('a visit shows progress and navigates while the user is present', () => {
  const { browser, calls, visit } = scene()
  visit.showProgress()
  visit.hideProgress()
  visit.push(`${here}?mode=login`, { state: 'signIn' })
  visit.goTo(new URL('https://app.example.com/'))
  expect(calls).toEqual(['show', 'hide'])
  expect(browser.url).toBe(`${here}?mode=login`)
  expect(browser.assigned).toEqual(['https://app.example.com/'])
})

it('a visit that the user has left hides the progress, and says that the user has left', async () => {
  const { calls, visit } = scene()
  visit.leave()
  expect(await visit.left).toBeUndefined()
  expect(calls).toEqual(['hide'])
})

it('each step of a visit that the user has left throws, and does nothing', () => {
  const { browser, calls, visit } = scene()
  visit.leave()
  calls.length = 0
  const cancelled = { code: 'cancelled', message: 'The user has gone back.' }
  const steps = [
    () => visit.assertPresent(),
    () => visit.showProgress(),
    () => visit.hideProgress(),
    () => visit.push(`${here}?mode=login`, null),
    () => visit.goTo(new URL('https://app.example.com/')),
  ]
  for (const step of steps) expect(step).toThrow(expect.objectContaining(cancelled))
  expect(calls).toEqual([])
  expect(browser.url).toBe(here)
  expect(browser.assigned).toEqual([])
})
