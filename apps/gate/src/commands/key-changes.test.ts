import { expect, it } from 'vitest'
import { createKeys, importKeys, kidOf } from '../data/gate-keys.ts'
import { createKeyRing } from '../data/key-ring.ts'
import { statusOf, withNewKeys, withoutKeys } from './key-changes.ts'

const [first, second, third] = [createKeys(0), createKeys(10_000), createKeys(20_000)]
const all = [first, second, third]
const at = (now: number, isForced = false) => ({ now, isForced })

it('the list says which key waits, which is in use, and when an older one can be removed', () => {
  expect(statusOf(all, 10_000)).toEqual([
    { kid: kidOf(third), usedFrom: 20_000, state: 'waits', removableFrom: undefined },
    { kid: kidOf(second), usedFrom: 10_000, state: 'in use', removableFrom: 23_700 },
    { kid: kidOf(first), usedFrom: 0, state: 'accepted', removableFrom: 13_700 },
  ])
})

it('the first key is used at once, and each further one after the delay', () => {
  const [made] = withNewKeys([], 1_000, 3_600)
  expect(made?.usedFrom).toBe(1_000)
  const both = withNewKeys([first], 1_000, 3_600)
  expect(both.map(({ usedFrom }) => usedFrom)).toEqual([0, 4_600])
})

it('a key is removed when nothing valid is left of it, or by force, and never while it is in use', () => {
  expect(() => withoutKeys(all, kidOf(second), at(10_000, true))).toThrow('is in use')
  expect(() => withoutKeys(all, kidOf(first), at(13_699))).toThrow(
    'Sessions of this key may be valid until 1970-01-01T03:48:20.000Z',
  )
  expect(withoutKeys(all, kidOf(first), at(13_700))).toEqual([second, third])
  expect(withoutKeys(all, kidOf(first), at(10_000, true))).toEqual([second, third])
  expect(() => withoutKeys(all, 'none', at(0))).toThrow('There is no key none')
})

it('a key that waits can be removed at any time', () => {
  expect(withoutKeys(all, kidOf(third), at(10_000))).toEqual([first, second])
})

it('of two keys that are used from the same second, the list names the one that the gates use, and it is not removed', () => {
  const [one, other] = [createKeys(10_000), createKeys(10_000)]
  const ring = createKeyRing([one, other].map(importKeys), () => 20_000)
  const { kid } = ring.current()
  for (const stored of [
    [one, other],
    [other, one],
  ]) {
    expect(statusOf(stored, 20_000).find(({ state }) => state === 'in use')?.kid).toBe(kid)
    expect(() => withoutKeys(stored, kid, at(20_000))).toThrow('is in use')
  }
})
