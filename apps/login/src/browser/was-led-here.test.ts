import { expect, it } from 'vitest'
import { wasLedHere } from './was-led-here.ts'

const ofType = (type: string) => ({
  getEntriesByType: () => [{ type } as unknown as PerformanceEntry],
})
const helper = 'https://project.firebaseapp.com/'

it.each<[string, { type: string; isUserLed: boolean; referrer: string }, boolean]>([
  ['a redirect', { type: 'navigate', isUserLed: false, referrer: '' }, true],
  ['a press or an address', { type: 'navigate', isUserLed: true, referrer: '' }, false],
  [
    'a press on another site',
    { type: 'navigate', isUserLed: true, referrer: 'https://app.example.com/' },
    false,
  ],
  [
    'the helper page, after a press on the provider’s page',
    { type: 'navigate', isUserLed: true, referrer: helper },
    true,
  ],
  ['a reload', { type: 'reload', isUserLed: false, referrer: helper }, false],
  [
    'a step through the history',
    { type: 'back_forward', isUserLed: false, referrer: helper },
    false,
  ],
])('after %s, the browser was led here: $2', (_name, { type, isUserLed, referrer }, expected) => {
  expect(
    wasLedHere(
      { performance: ofType(type), document: { referrer } },
      isUserLed,
      'project.firebaseapp.com',
    ),
  ).toBe(expected)
})

it('a page load whose type the browser does not tell counts as the user’s own', () => {
  const window = { performance: { getEntriesByType: () => [] }, document: { referrer: '' } }
  expect(wasLedHere(window, false, 'a.example.com')).toBe(false)
})
