import { beforeEach, describe, expect, it } from 'vitest'
import { createLoopGuard } from './loop-guard.ts'
import { createSafeStorage } from './safe-storage.ts'

const storage = createSafeStorage(() => sessionStorage)
const blocked = createSafeStorage(() => {
  throw new DOMException('Access is denied', 'SecurityError')
})

describe('loop guard', () => {
  let time = 1_000_000
  /** As each page load makes its own. */
  const load = ({ isAskedFor = false } = {}) => createLoopGuard(storage, () => time, isAskedFor)
  const guard = load()

  beforeEach(() => {
    sessionStorage.clear()
  })

  it('allows a step once a minute', () => {
    expect(guard.take('product')).toBe('go')
    time += 59_999
    expect(guard.take('product')).toBe('stop')
    time += 1
    expect(guard.take('product')).toBe('go')
  })

  it('counts each kind of step by itself', () => {
    expect(guard.take('product')).toBe('go')
    expect(guard.take('reload')).toBe('go')
  })

  it('allows as many as it is told', () => {
    const take = () => guard.take('finish', { limit: 2 })
    expect([take(), take(), take()]).toEqual(['go', 'go', 'stop'])
  })

  it('counts only returns to the same subject', () => {
    const take = (subject: string) => guard.take('finish', { limit: 2, subject })
    const [one, other] = ['https://app.example.com/a', 'https://app.example.com/b']
    expect([take(one), take(other), take(one), take(other), take(one)]).toEqual([
      'go',
      'go',
      'go',
      'go',
      'stop',
    ])
  })

  it('does not count what happened before a page load that the user asked for', () => {
    expect(load().take('product')).toBe('go')
    time += 1
    expect(load({ isAskedFor: true }).take('product')).toBe('go')
    time += 1
    expect(load().take('product')).toBe('stop')
  })

  it('counts what happened before such a page load for a step that must count all', () => {
    expect(load().take('product')).toBe('go')
    time += 1
    expect(load({ isAskedFor: true }).take('product', { countsAll: true })).toBe('stop')
  })

  it('does not count what happened before the user acted', () => {
    guard.take('finish')
    guard.forget('finish')
    expect(guard.take('finish')).toBe('go')
  })

  it('keeps no URL of the application', () => {
    guard.take('finish', { subject: 'https://app.example.com/secret?id=7' })
    expect(sessionStorage.getItem('foyer:steps:finish')).not.toContain('secret')
  })

  it('forgets steps of the future, as after a clock was set back', () => {
    expect(guard.take('product')).toBe('go')
    time -= 3_600_000
    expect(guard.take('product')).toBe('go')
  })

  it.each(['undefined', '{', 'null', '{"a":1}', '["x"]', '[1]'])(
    'is not upset by %s in store',
    (text) => {
      sessionStorage.setItem('foyer:steps:product', text)
      expect(guard.take('product')).toBe('go')
    },
  )

  it('is unsure where nothing can be remembered, unless the user asked for the page', () => {
    expect(createLoopGuard(blocked, () => time, false).take('product')).toBe('unsure')
    expect(createLoopGuard(blocked, () => time, true).take('product')).toBe('go')
  })
})
