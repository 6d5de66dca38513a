import { vi } from 'vitest'

/**
 * How long a test waits for a condition, in milliseconds. Vitest's default is one second, which a busy machine exceeds,
 * and there is no setting for `vi.waitFor`.
 */
const patience = 60_000

const { waitFor } = vi
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options = patience) {
    return waitFor(callback, options)
  }
}
