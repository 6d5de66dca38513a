import { describe, expect, it } from 'vitest'
import { createChunkLoader } from './chunk-loader.ts'

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

describe('chunk loader (H6)', () => {
  it('gives the module', async () => {
    const { load, reloads } = loaderOn({ online: true, mayReload: true })
    await expect(load(() => Promise.resolve({ answer: 42 }))).resolves.toEqual({ answer: 42 })
    expect(reloads()).toBe(0)
  })

  it('reloads the page for a chunk that is gone, and leaves the rest to the new page', async () => {
    const { load, reloads } = loaderOn({ online: true, mayReload: true })
    const outcome = load(gone)
    await expect(Promise.race([outcome, Promise.resolve('pending')])).resolves.toBe('pending')
    await Promise.resolve()
    expect(reloads()).toBe(1)
  })

  it('says that the page is outdated when a reload did not help', async () => {
    const { load, reloads } = loaderOn({ online: true, mayReload: false })
    await expect(load(gone)).rejects.toMatchObject({ code: 'page-outdated' })
    expect(reloads()).toBe(0)
  })

  it('does not throw the page away when there is no network to fetch another', async () => {
    const { load, reloads } = loaderOn({ online: false, mayReload: true })
    await expect(load(gone)).rejects.toMatchObject({ code: 'auth/network-request-failed' })
    expect(reloads()).toBe(0)
  })
})
