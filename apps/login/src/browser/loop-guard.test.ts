import { beforeEach, describe, expect, it } from 'vitest'
import { createLoopGuard } from './loop-guard.ts'
import { createSafeStorage } from './safe-storage.ts'

const storage = createSafeStorage(() => sessionStorage)
const blocked = createSafeStorage(() => {
  throw new DOMException('Access is denied', 'SecurityError')
})

describe('loop guard', () => {
  let time = 1_000_000
  /** Each page load creates its own loop guard. */
  const load = ({ isAskedFor = false } = {}) => createLoopGuard(storage, () => time, isAskedFor)
  const guard = load()

  beforeEach(() => {
    sessionStorage.clear()
  })

  it('the loop guard allows a step once a minute', () => {
    expect(guard.take('product')).toBe('go')
    time += 59_999
    expect(guard.take('product')).toBe('stop')
    time += 1
    expect(guard.take('product')).toBe('go')
  })

  it('the loop guard counts each kind of step separately', () => {
    expect(guard.take('product')).toBe('go')
    expect(guard.take('reload')).toBe('go')
  })

  it('the loop guard allows a step as often as its limit says', () => {
    const take = () => guard.take('finish', { limit: 2 })
    expect([take(), take(), take()]).toEqual(['go', 'go', 'stop'])
  })

  it('the loop guard counts only steps with the same subject', () => {
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

  it('the loop guard does not count steps before a page load that the user requested', () => {
    expect(load().take('product')).toBe('go')
    time += 1
    expect(load({ isAskedFor: true }).take('product')).toBe('go')
    time += 1
    expect(load().take('product')).toBe('stop')
  })

  it('the loop guard counts steps before such a page load if the step counts all', () => {
    expect(load().take('product')).toBe('go')
    time += 1
    expect(load({ isAskedFor: true }).take('product', { countsAll: true })).toBe('stop')
  })

  it('the loop guard does not count steps before an action of the user', () => {
    guard.take('finish')
    guard.forget('finish')
    expect(guard.take('finish')).toBe('go')
  })

  it('the loop guard stores no URL of the application', () => {
    guard.take('finish', { subject: 'https://app.example.com/secret?id=7' })
    expect(sessionStorage.getItem('foyer:steps:finish')).not.toContain('secret')
  })

  it('the loop guard ignores steps in the future, as after a clock was set back', () => {
    expect(guard.take('product')).toBe('go')
    time -= 3_600_000
    expect(guard.take('product')).toBe('go')
  })

  it.each(['undefined', '{', 'null', '{"a":1}', '["x"]', '[1]'])(
    'the loop guard ignores %s in the storage',
    (text) => {
      sessionStorage.setItem('foyer:steps:product', text)
      expect(guard.take('product')).toBe('go')
    },
  )

  it('the loop guard is unsure if storage is blocked, unless the user requested the page', () => {
    expect(createLoopGuard(blocked, () => time, false).take('product')).toBe('unsure')
    expect(createLoopGuard(blocked, () => time, true).take('product')).toBe('go')
  })
})
