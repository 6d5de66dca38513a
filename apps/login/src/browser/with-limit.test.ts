import { expect, it, vi } from 'vitest'
import { withLimit } from './with-limit.ts'

it('gives the result of work that is done in time', async () => {
  await expect(withLimit(Promise.resolve(1), 10, () => new Error('late'))).resolves.toBe(1)
})

it('fails for work that never ends', async () => {
  vi.useFakeTimers()
  const outcome = withLimit(new Promise(() => {}), 10_000, () => new Error('late'))
  vi.advanceTimersByTime(10_000)
  await expect(outcome).rejects.toThrow('late')
  vi.useRealTimers()
})
