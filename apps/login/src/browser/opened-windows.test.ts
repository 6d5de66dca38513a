import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whenOpenedWindowCloses } from './opened-windows.ts'

let opened: { closed: boolean } | null
let asked: unknown[]
let page: Pick<Window, 'open' | 'setInterval' | 'clearInterval'>
let closings: number

beforeEach(() => {
  vi.useFakeTimers()
  opened = null
  asked = []
  closings = 0
  page = {
    open(...how) {
      asked.push(how)
      return opened as Window | null
    },
    setInterval: window.setInterval,
    clearInterval: window.clearInterval,
  }
  whenOpenedWindowCloses(page, () => {
    closings += 1
  })
})

afterEach(() => vi.useRealTimers())

describe('a window that was opened', () => {
  it('a window is opened with the given arguments, and returned to the caller', () => {
    opened = { closed: false }
    expect(page.open('https://idp.example/', 'name', 'width=500')).toBe(opened)
    expect(asked).toEqual([['https://idp.example/', 'name', 'width=500']])
  })

  it('the closing of a window is reported once, within a second, however long it was open (RD-03a)', () => {
    const popup = { closed: false }
    opened = popup
    page.open('https://idp.example/')
    vi.advanceTimersByTime(60_000)
    expect(closings).toBe(0)

    popup.closed = true
    vi.advanceTimersByTime(1000)
    expect(closings).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(closings).toBe(1)
  })
})

it('a window that the browser blocks is not waited for', () => {
  expect(page.open('https://idp.example/')).toBeNull()
  vi.advanceTimersByTime(60_000)
  expect(closings).toBe(0)
})
