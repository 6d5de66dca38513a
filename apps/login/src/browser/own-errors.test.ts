import { expect, it } from 'vitest'
import { whenOwnScriptFails } from './own-errors.ts'

const flow = `${location.origin}/assets/flow-1a2b3c4d.js`
const extension = 'chrome-extension://abcdef/content.js'

function failuresAfter(event: Event, isStarted = false): number {
  let failures = 0
  whenOwnScriptFails(
    window,
    () => isStarted,
    () => (failures += 1),
  )
  window.dispatchEvent(event)
  return failures
}

function rejection(stack: string): Event {
  const reason = Object.assign(new Error('broken'), { stack })
  return Object.assign(new Event('unhandledrejection'), { reason })
}

it('an error that nothing caught in a script of the page is reported', () => {
  expect(failuresAfter(new ErrorEvent('error', { filename: flow }))).toBe(1)
})

it('a rejection that nothing caught in a script of the page is reported', () => {
  expect(failuresAfter(rejection(`Error: broken\n    at run (${flow}:1:200)`))).toBe(1)
})

it('an error in a script of a browser extension is not reported', () => {
  expect(failuresAfter(new ErrorEvent('error', { filename: extension }))).toBe(0)
  expect(failuresAfter(rejection(`Error: broken\n    at run (${extension}:1:200)`))).toBe(0)
})

it('an error after the page has started is not reported', () => {
  expect(failuresAfter(new ErrorEvent('error', { filename: flow }), true)).toBe(0)
})
