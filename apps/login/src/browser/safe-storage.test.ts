import { describe, expect, it } from 'vitest'
import { createSafeStorage } from './safe-storage.ts'

describe('safe storage', () => {
  it('storage keeps a value', () => {
    const storage = createSafeStorage(() => sessionStorage)
    expect(storage.write('key', 'value')).toBe(true)
    expect(storage.read('key')).toBe('value')
    expect(storage.read('another key')).toBeNull()
  })

  it('blocked storage returns null and does not throw', () => {
    const storage = createSafeStorage(() => {
      throw new DOMException('Access is denied', 'SecurityError')
    })
    expect(storage.write('key', 'value')).toBe(false)
    expect(storage.read('key')).toBeNull()
  })

  it('writing to full storage returns false', () => {
    const full = {
      setItem() {
        throw new DOMException('Full', 'QuotaExceededError')
      },
    } as unknown as Storage
    expect(createSafeStorage(() => full).write('key', 'value')).toBe(false)
  })
})
