import { expect, it, vi } from 'vitest'
import { withLimit } from './with-limit.ts'

it('work that completes within the time limit returns its result', async () => {
  await expect(withLimit(Promise.resolve(1), 10, () => new Error('late'))).resolves.toBe(1)
})

it('work that never ends fails at the time limit', async () => {
  vi.useFakeTimers()
  const outcome = withLimit(new Promise(() => {}), 10_000, () => new Error('late'))
  vi.advanceTimersByTime(10_000)
  await expect(outcome).rejects.toThrow('late')
  vi.useRealTimers()
})
