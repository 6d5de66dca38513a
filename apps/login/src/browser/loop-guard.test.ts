import { beforeEach, describe, expect, it } from 'vitest'
import { createLoopGuard } from './loop-guard.ts'
import { createSafeStorage } from './safe-storage.ts'

const storage = createSafeStorage(() => sessionStorage)

describe('loop guard', () => {
  let time = 1_000_000
  const guard = createLoopGuard(storage, () => time)

  beforeEach(() => {
    sessionStorage.clear()
  })

  it('allows a step once a minute', () => {
    expect(guard('product')).toBe('go')
    time += 59_999
    expect(guard('product')).toBe('stop')
    time += 1
    expect(guard('product')).toBe('go')
  })

  it('counts each kind of step by itself', () => {
    expect(guard('product')).toBe('go')
    expect(guard('reload')).toBe('go')
  })

  it('allows as many as it is told', () => {
    expect([guard('finish', 2), guard('finish', 2), guard('finish', 2)]).toEqual([
      'go',
      'go',
      'stop',
    ])
  })

  it('forgets steps of the future, as after a clock was set back', () => {
    expect(guard('product')).toBe('go')
    time -= 3_600_000
    expect(guard('product')).toBe('go')
  })

  it.each(['undefined', '{', 'null', '{"a":1}', '["x"]'])('is not upset by %s in store', (text) => {
    sessionStorage.setItem('foyer:steps:product', text)
    expect(guard('product')).toBe('go')
  })

  it('is unsure where nothing can be remembered', () => {
    const blocked = createSafeStorage(() => {
      throw new DOMException('Access is denied', 'SecurityError')
    })
    expect(createLoopGuard(blocked, () => time)('product')).toBe('unsure')
  })
})
