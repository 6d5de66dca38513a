import { describe, expect, it } from 'vitest'
import { createSafeStorage } from './safe-storage.ts'

describe('safe storage', () => {
  it('keeps what it is given', () => {
    const storage = createSafeStorage(() => sessionStorage)
    expect(storage.write('key', 'value')).toBe(true)
    expect(storage.read('key')).toBe('value')
    expect(storage.read('another key')).toBeNull()
  })

  it('remembers nothing, quietly, where the browser refuses access', () => {
    const storage = createSafeStorage(() => {
      throw new DOMException('Access is denied', 'SecurityError')
    })
    expect(storage.write('key', 'value')).toBe(false)
    expect(storage.read('key')).toBeNull()
  })

  it('says that a full store kept nothing', () => {
    const full = {
      setItem() {
        throw new DOMException('Full', 'QuotaExceededError')
      },
    } as unknown as Storage
    expect(createSafeStorage(() => full).write('key', 'value')).toBe(false)
  })
})
