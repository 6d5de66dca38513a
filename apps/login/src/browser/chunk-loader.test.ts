import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createChunkLoader } from './chunk-loader.ts'
import { createLoopGuard } from './loop-guard.ts'

const staying = { isLeaving: () => false, whenBack: () => Promise.resolve() }

function loaderOn(page: { online: boolean; mayReload: boolean }) {
  let reloads = 0
  const load = createChunkLoader(
    { take: () => (page.mayReload ? 'go' : 'stop'), forget() {} },
    {
      ...staying,
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
  it('a chunk is loaded', async () => {
    const { load, reloads } = loaderOn({ online: true, mayReload: true })
    await expect(load(() => Promise.resolve({ answer: 42 }))).resolves.toEqual({ answer: 42 })
    expect(reloads()).toBe(0)
  })

  it('the page reloads once for a missing chunk, and never settles the load (NW-04a, H6c)', async () => {
    const { load, reloads } = loaderOn({ online: true, mayReload: true })
    const outcome = load(gone)
    await expect(Promise.race([outcome, Promise.resolve('pending')])).resolves.toBe('pending')
    await Promise.resolve()
    expect(reloads()).toBe(1)
  })

  it('the page is outdated if a chunk is still missing after a reload (NW-04b)', async () => {
    const { load, reloads } = loaderOn({ online: true, mayReload: false })
    await expect(load(gone)).rejects.toMatchObject({ code: 'page-outdated' })
    expect(reloads()).toBe(0)
  })

  it('a chunk that takes longer than 120 s counts as missing (H6a)', async () => {
    vi.useFakeTimers()
    const { load, reloads } = loaderOn({ online: true, mayReload: true })
    void load(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(119_999)
    expect(reloads()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(reloads()).toBe(1)
  })

  it('the page reloads for missing chunks at most once a minute (NW-04c)', async () => {
    const storage = createMemoryStorage()
    let time = 0
    let reloads = 0
    const reload = () => void (reloads += 1)
    // Each page load has its own chunk loader.
    const open = () =>
      createChunkLoader(
        createLoopGuard(storage, () => time, false),
        { ...staying, isOnline: () => true, reload },
      )
    void open()(gone)
    await vi.waitFor(() => expect(reloads).toBe(1))
    time = 59_999
    await expect(open()(gone)).rejects.toMatchObject({ code: 'page-outdated' })
    time = 60_000
    void open()(gone)
    await vi.waitFor(() => expect(reloads).toBe(2))
  })

  it('the page does not reload for a missing chunk without a network', async () => {
    const { load, reloads } = loaderOn({ online: false, mayReload: true })
    await expect(load(gone)).rejects.toMatchObject({ code: 'auth/network-request-failed' })
    expect(reloads()).toBe(0)
  })

  it('a chunk that fails while the page is being left does not reload the page, and loads again when the user is back', async () => {
    let isLeaving = true
    const load = createChunkLoader(
      { take: () => 'go', forget() {} },
      {
        isLeaving: () => isLeaving,
        async whenBack() {
          isLeaving = false
        },
        isOnline: () => true,
        reload: () => expect.unreachable(),
      },
    )
    const chunk = () => (isLeaving ? gone() : Promise.resolve('the chunk'))
    await expect(load(chunk)).resolves.toBe('the chunk')
  })
})
