import { expect, it } from 'vitest'
import { createSizedCache } from './sized-cache.ts'

const ofBytes = (bytes: number) => Promise.resolve(Buffer.alloc(bytes))

it('a cache removes what was not used for the longest time, and stays below its limit in bytes', async () => {
  const cache = createSizedCache<Buffer>(10_000, (value) => value.length)
  await cache.add('one', ofBytes(3000))
  await cache.add('two', ofBytes(3000))
  expect(cache.get('one')).toBeDefined()
  await cache.add('three', ofBytes(3500))
  await expect.poll(() => cache.get('three')).toBeInstanceOf(Buffer)
  expect(cache.get('one')).toBeInstanceOf(Buffer)
  expect(cache.get('two')).toBeUndefined()
})

it('a value that is larger than the cache is returned and not kept', async () => {
  const cache = createSizedCache<Buffer>(1000, (value) => value.length)
  expect(await cache.add('large', ofBytes(2000))).toHaveLength(2000)
  await expect.poll(() => cache.get('large')).toBeUndefined()
})

it('a value in progress is shared, and one that fails is not kept', async () => {
  const cache = createSizedCache<Buffer>(10_000, (value) => value.length)
  const failing = cache.add('one', Promise.reject(new Error('not today')))
  expect(cache.get('one')).toBe(failing)
  await expect(failing).rejects.toThrow('not today')
  await expect.poll(() => cache.get('one')).toBeUndefined()
})
