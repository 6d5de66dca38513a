import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createManualToken, takeAccessToken } from './manual-token.ts'
import type { ManualToken } from './manual-token.ts'

function addressAfter(address: string) {
  const { pathname, search, hash } = new URL(address, 'https://login.example.com')
  let shown = `${pathname}${search}${hash}`
  const history = {
    state: { kept: true },
    replaceState(_state: unknown, _title: string, url?: string | URL | null) {
      shown = String(url)
    },
  }
  const token = takeAccessToken({ pathname, search, hash }, history)
  return { token, shown }
}

describe('access_token', () => {
  it.each([
    ['/?access_token=a.b.c', '/', 'a.b.c'],
    ['/?access_token=a.b.c#hint=x', '/#hint=x', 'a.b.c'],
    [
      '/?mode=login&access_token=a.b.c&state=ab%2Bcd%3D%3D',
      '/?mode=login&state=ab%2Bcd%3D%3D',
      'a.b.c',
    ],
    ['/welcome?access_token=a&lang=tr&access_token=b', '/welcome?lang=tr', 'a'],
    ['/?access%5Ftoken=a', '/', 'a'],
    ['/?access_token=', '/', ''],
    ['/?access_token=%E0%A4%A&state=%', '/?state=%', '\uFFFD%A'],
  ])(
    'access_token is removed from the URL %s, which becomes %s (C12a, A11)',
    (address, left, token) => {
      expect(addressAfter(address)).toEqual({ token, shown: left })
    },
  )

  it('a URL without access_token does not change', () => {
    expect(addressAfter('/?state=a+b').token).toBeNull()
  })
})

describe('the manual token', () => {
  it('the manual token is stored under manual_token, and can be taken once (C12a, B8a)', async () => {
    const storage = createMemoryStorage()
    const tabStorage = createMemoryStorage()
    const manual = createManualToken(storage, tabStorage, () => undefined)
    manual.put('a.b.c')
    expect(storage.read('manual_token')).toBe('a.b.c')
    await expect(manual.take()).resolves.toEqual({ customToken: 'a.b.c', isOwn: false })
    expect(storage.read('manual_token')).toBeNull()
    expect(tabStorage.entries.size).toBe(0)
    await expect(manual.take()).resolves.toBeNull()
  })

  it('the manual token can be taken after a reload of the same tab', async () => {
    const [storage, tabStorage] = [createMemoryStorage(), createMemoryStorage()]
    createManualToken(storage, tabStorage, () => undefined).put('a.b.c')
    const reloaded = createManualToken(storage, tabStorage, () => undefined)
    await expect(reloaded.take()).resolves.toEqual({ customToken: 'a.b.c', isOwn: false })
    expect(tabStorage.entries.size).toBe(0)
  })

  it('a manual token from a closed tab signs nobody in, and the next visit removes it', async () => {
    const storage = createMemoryStorage()
    createManualToken(storage, createMemoryStorage(), () => undefined).put('a.b.c')
    const next = createManualToken(storage, createMemoryStorage(), () => undefined)
    await expect(next.take()).resolves.toBeNull()
    expect(storage.read('manual_token')).toBeNull()
  })

  it('the manual token of one tab is not taken by another tab with its own', async () => {
    const storage = createMemoryStorage()
    const [first, second] = [1, 2].map(() =>
      createManualToken(storage, createMemoryStorage(), () => undefined),
    ) as [ManualToken, ManualToken]
    first.put('of the first')
    second.put('of the second')
    await expect(first.take()).resolves.toMatchObject({ customToken: 'of the first' })
    await expect(second.take()).resolves.toMatchObject({ customToken: 'of the second' })
  })

  it('the manual token is taken by only one of a tab and its copy (C12b)', async () => {
    const storage = createMemoryStorage({ manual_token: 'a.b.c' })
    let last: Promise<unknown> = Promise.resolve()
    const locks = {
      request(_name: string, work: () => unknown) {
        last = last.then(work)
        return last
      },
    } as Pick<LockManager, 'request'>
    const [first, second] = [locks, locks].map((of) =>
      createManualToken(storage, createMemoryStorage({ manual_token: 'a.b.c' }), () => of),
    ) as [ManualToken, ManualToken]
    await expect(Promise.all([first.take(), second.take()])).resolves.toEqual([
      { customToken: 'a.b.c', isOwn: false },
      null,
    ])
  })

  it('the manual token is kept for the life of the page if storage is blocked', async () => {
    const blockedStorage = createMemoryStorage({}, { isBlocked: true })
    const manual = createManualToken(blockedStorage, blockedStorage, () => undefined)
    manual.put('a.b.c')
    await expect(manual.take()).resolves.toEqual({ customToken: 'a.b.c', isOwn: false })
    await expect(manual.take()).resolves.toBeNull()
  })

  it.each([
    ['reject each request', () => ({ request: () => Promise.reject(blocked()) })],
    [
      'throw when they are mentioned',
      () => {
        throw blocked()
      },
    ],
  ])(
    'the manual token can be taken if site data is blocked and locks %s',
    async (_what, openLocks) => {
      const storage = createMemoryStorage({}, { isBlocked: true })
      const manual = createManualToken(storage, storage, openLocks)
      manual.put('a.b.c')
      await expect(manual.take()).resolves.toEqual({ customToken: 'a.b.c', isOwn: false })
      await expect(manual.take()).resolves.toBeNull()
    },
  )

  it.each(['undefined', '{', '[object Object]', 'null', '{"old":"shape"}'])(
    'an invalid manual token (%s) that came from no URL is removed without an error (ST-05c)',
    async (garbage) => {
      const [storage, tabStorage] = [1, 2].map(() =>
        createMemoryStorage({ manual_token: garbage }),
      ) as [ReturnType<typeof createMemoryStorage>, ReturnType<typeof createMemoryStorage>]
      const manual = createManualToken(storage, tabStorage, () => undefined)
      await expect(manual.take()).resolves.toBeNull()
      expect([storage.read('manual_token'), tabStorage.read('manual_token')]).toEqual([null, null])
    },
  )

  it('an invalid manual token from the URL is taken, so that the error is shown', async () => {
    const manual = createManualToken(createMemoryStorage(), createMemoryStorage(), () => undefined)
    manual.put('undefined')
    await expect(manual.take()).resolves.toEqual({ customToken: 'undefined', isOwn: false })
  })

  it('the manual token of the user’s own registration differs from one that another tab got from a URL meanwhile', async () => {
    const storage = createMemoryStorage()
    const [first, second] = [1, 2].map(() =>
      createManualToken(storage, createMemoryStorage(), () => undefined),
    ) as [ManualToken, ManualToken]
    first.putOwn('own')
    second.put('foreign')
    await expect(first.take()).resolves.toEqual({ customToken: 'own', isOwn: true })
    await expect(second.take()).resolves.toEqual({ customToken: 'foreign', isOwn: false })
  })
})

const blocked = () => new DOMException('Access is denied', 'SecurityError')
