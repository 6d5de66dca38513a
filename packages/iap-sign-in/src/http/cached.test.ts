import { expect, it } from 'vitest'
import { cached } from './cached.ts'

function counter() {
  let time = 0
  const calls: string[] = []
  let failure: Error | null = null
  const call = cached(
    async (name: string) => {
      calls.push(name)
      if (failure) throw failure
      return `${name} ${calls.length}`
    },
    1_000,
    () => time,
  )
  return {
    call,
    calls,
    wait: (milliseconds: number) => (time += milliseconds),
    fail: (error: Error | null) => (failure = error),
  }
}

it('the cache answers a repeated call until its lifetime is over', async () => {
  const { call, calls, wait } = counter()
  expect(await call('a')).toBe('a 1')
  wait(999)
  expect(await call('a')).toBe('a 1')
  wait(1)
  expect(await call('a')).toBe('a 2')
  expect(calls).toEqual(['a', 'a'])
})

it('the cache answers a call from a pending call with the same arguments', async () => {
  const { call, calls } = counter()
  expect(await Promise.all([call('a'), call('a')])).toEqual(['a 1', 'a 1'])
  expect(calls).toHaveLength(1)
})

it('the cache does not answer a call with the result of another', async () => {
  const { call } = counter()
  expect(await call('a')).toBe('a 1')
  expect(await call('b')).toBe('b 2')
})

it('a failure is never cached (H2e)', async () => {
  const { call, fail } = counter()
  fail(new Error('down'))
  await expect(call('a')).rejects.toThrow('down')
  fail(null)
  expect(await call('a')).toBe('a 2')
})

it('the cache keeps a newer answer when an older call fails late', async () => {
  let failFirst = (_error: Error) => {}
  const answers = [
    new Promise<string>((_resolve, reject) => (failFirst = reject)),
    Promise.resolve('second'),
    Promise.resolve('third'),
  ]
  const call = cached(
    (_name: string) => answers.shift() ?? Promise.resolve('none'),
    1_000,
    () => 0,
  )
  const first = call('a')
  expect(await call('b')).toBe('second')
  failFirst(new Error('late'))
  await expect(first).rejects.toThrow('late')
  expect(await call('b')).toBe('second')
})
