import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserRuntime } from './browser.ts'

afterEach(() => vi.unstubAllGlobals())

interface Frame {
  parent: Frame
  readonly location: { readonly origin: string }
}

/** A window inside frames, from the outside in. `null` is a frame whose location may not be read. */
function framed(...origins: (string | null)[]): Frame {
  let frame: Frame | null = null
  for (const origin of origins) {
    const inner: Frame = {
      parent: undefined as unknown as Frame,
      get location() {
        if (origin === null) throw new Error('SecurityError')
        return { origin }
      },
    }
    inner.parent = frame ?? inner
    frame = inner
  }
  if (!frame) throw new Error('A window needs an origin.')
  return frame
}

const own = 'https://login.example.com'
const foreign = 'https://evil.test'

describe('a frame', () => {
  it.each([
    [[own], false],
    [[own, own], false],
    [[foreign, own], true],
    [[null, own], true],
    [[foreign, own, own], true],
    [[own, foreign, own], true],
  ])('a page in frames of %j is in a cross-origin frame: %s', (origins, isCrossOrigin) => {
    vi.stubGlobal('window', framed(...origins))
    vi.stubGlobal('location', { origin: own })
    expect(browserRuntime().page.isCrossOriginFrame()).toBe(isCrossOrigin)
  })
})

describe('a mobile browser', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', true],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', true],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0', false],
  ])('the user agent %s is a mobile browser: %s', (userAgent, isMobile) => {
    vi.stubGlobal('navigator', { userAgent })
    expect(browserRuntime().page.isMobile()).toBe(isMobile)
  })
})

describe('history', () => {
  const target = new EventTarget()
  const pushed: unknown[] = []
  const stub = () => {
    vi.stubGlobal('window', target)
    vi.stubGlobal('history', { pushState: (...parts: unknown[]) => pushed.push(parts) })
  }

  it('a new history entry is reported to the page’s own listeners', () => {
    stub()
    const heard: unknown[] = []
    target.addEventListener('pushstate', (event) => {
      heard.push(event instanceof CustomEvent && event.bubbles && event.detail)
    })
    const { page } = browserRuntime()
    const stop = page.onPush(() => heard.push('the engine'))
    page.push('https://login.example.com/?mode=login', { state: 'signIn' })
    expect(pushed).toEqual([[{ state: 'signIn' }, '', 'https://login.example.com/?mode=login']])
    expect(heard).toHaveLength(2)
    expect(heard).toContainEqual({ data: { state: 'signIn' } })
    stop()
    page.push('https://login.example.com/', null)
    expect(heard).toHaveLength(3)
  })
})

describe('the globals of the browser', () => {
  afterEach(() => vi.useRealTimers())

  it('the runtime sends requests with the browser’s fetch', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('answer'))
    vi.stubGlobal('fetch', fetch)
    const init = { method: 'POST' }
    const response = await browserRuntime().fetch('https://gate.example.com/', init)
    expect(await response.text()).toBe('answer')
    expect(fetch.mock.calls).toEqual([['https://gate.example.com/', init]])
  })

  it('the runtime’s clock is the browser’s, and a cancelled timer does not run', () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 })
    const { clock } = browserRuntime()
    const heard: string[] = []
    clock.after(1_000, () => heard.push('first'))
    const cancel = clock.after(1_000, () => heard.push('second'))
    cancel()
    vi.advanceTimersByTime(999)
    expect(heard).toEqual([])
    vi.advanceTimersByTime(1)
    expect(heard).toEqual(['first'])
    expect(clock.now()).toBe(1_800_000_001_000)
  })

  it('the runtime reads and changes the browser’s URL and history state', () => {
    const assigned: string[] = []
    const href = 'https://login.example.com/?mode=login#hint'
    vi.stubGlobal('location', { href, assign: (url: string) => assigned.push(url) })
    vi.stubGlobal('history', { state: { state: 'signIn' } })
    const { page } = browserRuntime()
    expect(page.url().href).toBe(href)
    expect(page.historyState()).toEqual({ state: 'signIn' })
    page.assign('https://app.example.com/')
    expect(assigned).toEqual(['https://app.example.com/'])
  })

  it('the runtime hears when the user goes back or forward, until it stops listening', () => {
    const window = new EventTarget()
    vi.stubGlobal('window', window)
    let heard = 0
    const stop = browserRuntime().page.onPop(() => (heard += 1))
    window.dispatchEvent(new Event('popstate'))
    expect(heard).toBe(1)
    stop()
    window.dispatchEvent(new Event('popstate'))
    expect(heard).toBe(1)
  })

  it('the runtime stores values in the browser’s local storage', () => {
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
    const { storage } = browserRuntime()
    storage.setItem('key', 'value')
    expect([...stored]).toEqual([['key', 'value']])
    expect(storage.getItem('key')).toBe('value')
    storage.removeItem('key')
    expect(storage.getItem('key')).toBeNull()
  })
})

describe('the document', () => {
  it('the document is ready at once when it has been parsed', async () => {
    vi.stubGlobal('document', { readyState: 'interactive' })
    expect(await browserRuntime().page.ready()).toBeUndefined()
  })

  it('the document is ready after it has been parsed', async () => {
    const document = Object.assign(new EventTarget(), { readyState: 'loading' })
    vi.stubGlobal('document', document)
    let isReady = false
    const ready = browserRuntime().page.ready()
    void ready.then(() => (isReady = true))
    await Promise.resolve()
    expect(isReady).toBe(false)
    document.dispatchEvent(new Event('DOMContentLoaded'))
    await ready
  })
})
