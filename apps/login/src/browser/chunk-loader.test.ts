import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createChunkLoader } from './chunk-loader.ts'
import { createLoopGuard } from './loop-guard.ts'

function loaderOn(page: { online: boolean; mayReload: boolean }) {
  let reloads = 0
  const load = createChunkLoader(
    { take: () => (page.mayReload ? 'go' : 'stop'), forget() {} },
    {
      isOnline: () => page.online,
      reload: () => {
        reloads += 1
      },
    },
  )
  return { load, reloads: () => reloads }
}

const gone = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch a module'))

afterEach(() => vi.useRealTimers())

describe('chunk loader', () => {
  it('gives the module', async () => {
    const { load, reloads } = loaderOn({ online: true, mayReload: true })
    await expect(load(() => Promise.resolve({ answer: 42 }))).resolves.toEqual({ answer: 42 })
    expect(reloads()).toBe(0)
  })

  it('reloads the page once for a chunk that is gone, and leaves the rest to the new page (NW-04a, H6c)', async () => {
    const { load, reloads } = loaderOn({ online: true, mayReload: true })
    const outcome = load(gone)
    await expect(Promise.race([outcome, Promise.resolve('pending')])).resolves.toBe('pending')
    await Promise.resolve()
    expect(reloads()).toBe(1)
  })

  it('says that the page is outdated when a reload did not help (NW-04b)', async () => {
    const { load, reloads } = loaderOn({ online: true, mayReload: false })
    await expect(load(gone)).rejects.toMatchObject({ code: 'page-outdated' })
    expect(reloads()).toBe(0)
  })

  it('waits 120 s for a chunk, then acts as for one that is gone (H6a)', async () => {
    vi.useFakeTimers()
    const { load, reloads } = loaderOn({ online: true, mayReload: true })
    void load(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(119_999)
    expect(reloads()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(reloads()).toBe(1)
  })

  it('reloads the page by itself at most once a minute (NW-04c)', async () => {
    const storage = createMemoryStorage()
    let time = 0
    let reloads = 0
    const reload = () => void (reloads += 1)
    // Each page load has a loader of its own.
    const open = () =>
      createChunkLoader(
        createLoopGuard(storage, () => time, false),
        { isOnline: () => true, reload },
      )
    void open()(gone)
    await vi.waitFor(() => expect(reloads).toBe(1))
    time = 59_999
    await expect(open()(gone)).rejects.toMatchObject({ code: 'page-outdated' })
    time = 60_000
    void open()(gone)
    await vi.waitFor(() => expect(reloads).toBe(2))
  })

  it('does not throw the page away when there is no network to fetch another', async () => {
    const { load, reloads } = loaderOn({ online: false, mayReload: true })
    await expect(load(gone)).rejects.toMatchObject({ code: 'auth/network-request-failed' })
    expect(reloads()).toBe(0)
  })
})
