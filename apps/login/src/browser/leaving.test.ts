import { afterEach, expect, it, vi } from 'vitest'
import { watchLeaving } from './leaving.ts'

afterEach(() => vi.useRealTimers())

function openWindow(onStay = () => {}) {
  const target = new EventTarget()
  const visited: string[] = []
  const window = {
    addEventListener: target.addEventListener.bind(target) as Window['addEventListener'],
    location: { assign: (url: string | URL) => void visited.push(String(url)) },
  }
  return {
    leaving: watchLeaving(window, () => onStay),
    visited,
    send: (type: string) => target.dispatchEvent(new Event(type)),
  }
}

it('after beforeunload the page is being left, until it is shown again', async () => {
  const { leaving, send } = openWindow()
  send('pageshow')
  expect(leaving.isLeaving()).toBe(false)
  send('beforeunload')
  expect(leaving.isLeaving()).toBe(true)
  const back = leaving.whenBack()
  send('pageshow')
  await back
  expect(leaving.isLeaving()).toBe(false)
})

it('a departure of the page’s own counts without an event, because Safari on iOS sends none', () => {
  const { leaving, visited } = openWindow()
  leaving.to('https://login.example.com/')
  expect(visited).toEqual(['https://login.example.com/'])
  expect(leaving.isLeaving()).toBe(true)
})

it('a page that is still there 30 s later was not left: the link opened another program', async () => {
  vi.useFakeTimers()
  const { leaving, send } = openWindow()
  send('beforeunload')
  const back = leaving.whenBack()
  await vi.advanceTimersByTimeAsync(29_999)
  expect(leaving.isLeaving()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  await back
  expect(leaving.isLeaving()).toBe(false)
})

it('ten seconds after a departure of its own, the page is told that it is still here: the browser may have been stopped', () => {
  vi.useFakeTimers()
  const onStay = vi.fn<() => void>()
  const { leaving } = openWindow(onStay)
  leaving.to('https://app.example.com/')
  vi.advanceTimersByTime(9_999)
  expect(onStay).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onStay).toHaveBeenCalledTimes(1)
})
