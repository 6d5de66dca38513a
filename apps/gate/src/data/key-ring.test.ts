import { expect, it, vi } from 'vitest'
import { createKeys, importKeys } from './gate-keys.ts'
import { createKeyRing } from './key-ring.ts'

const [oldest, middle, newest] = [100, 200, 300].map((usedFrom) => importKeys(createKeys(usedFrom)))
if (!oldest || !middle || !newest) throw new Error('there are three')

it('all keys are accepted, the newest first, and the newest whose time has come is used', () => {
  let now = 250
  const ring = createKeyRing([middle, newest, oldest], () => now)
  expect(ring.accepted()).toEqual([newest, middle, oldest])
  expect(ring.current()).toBe(middle)
  now = 300
  expect(ring.current()).toBe(newest)
})

it('a clock before the time of all keys uses the oldest one, which every instance knows', () => {
  expect(createKeyRing([newest, oldest], () => 1).current()).toBe(oldest)
})

it('a change is announced once, and neither the same keys nor none are a change', () => {
  const ring = createKeyRing([oldest], () => 250)
  const changed = vi.fn<() => void>()
  ring.onChange(changed)
  expect([ring.replace([oldest]), ring.replace([])]).toEqual([false, false])
  expect(changed).not.toHaveBeenCalled()
  expect(ring.replace([oldest, middle])).toBe(true)
  expect(ring.accepted()).toEqual([middle, oldest])
  expect(changed).toHaveBeenCalledOnce()
})
