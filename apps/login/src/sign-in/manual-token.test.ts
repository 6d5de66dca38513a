import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createManualToken, takeAccessToken } from './manual-token.ts'

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

describe('access_token (A11, C12)', () => {
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
  ])('of %s leaves %s', (address, left, token) => {
    expect(addressAfter(address)).toEqual({ token, shown: left })
  })

  it('that is not there leaves the address alone', () => {
    expect(addressAfter('/?state=a+b').token).toBeNull()
  })
})

describe('the manual token (B8)', () => {
  it('is stored under manual_token, taken once and gone', async () => {
    const storage = createMemoryStorage()
    const manual = createManualToken(storage, undefined)
    manual.put('a.b.c')
    expect(storage.read('manual_token')).toBe('a.b.c')
    await expect(manual.take()).resolves.toBe('a.b.c')
    expect(storage.read('manual_token')).toBeNull()
    await expect(manual.take()).resolves.toBeNull()
  })

  it('is taken by one of two tabs', async () => {
    const storage = createMemoryStorage({ manual_token: 'a.b.c' })
    let last: Promise<unknown> = Promise.resolve()
    const locks = {
      request(_name: string, work: () => unknown) {
        last = last.then(work)
        return last
      },
    } as Pick<LockManager, 'request'>
    const [first, second] = [createManualToken(storage, locks), createManualToken(storage, locks)]
    await expect(Promise.all([first.take(), second.take()])).resolves.toEqual(['a.b.c', null])
  })

  it('lives as long as the page where storage is blocked (ST-01)', async () => {
    const manual = createManualToken(createMemoryStorage({}, { isBlocked: true }), undefined)
    manual.put('a.b.c')
    await expect(manual.take()).resolves.toBe('a.b.c')
    await expect(manual.take()).resolves.toBeNull()
  })
})
