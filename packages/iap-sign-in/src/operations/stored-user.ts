import type { Auth, User } from '../interfaces/handler.ts'
import type { Clock } from '../interfaces/runtime.ts'

const limit = 10_000

/** The account that this browser stores, or null. A store that never answers must not hold up the buttons. */
export function storedUser(auth: Auth, clock: Clock): Promise<User | null> {
  return new Promise((resolve) => {
    let unsubscribe: (() => void) | null = null
    let isSettled = false
    const settle = (user: User | null) => {
      isSettled = true
      cancelTimer()
      unsubscribe?.()
      resolve(user)
    }
    const cancelTimer = clock.after(limit, () => settle(null))
    unsubscribe = auth.onAuthStateChanged(settle, () => settle(null))
    // The first answer may come before `unsubscribe` is set.
    if (isSettled) unsubscribe()
  })
}
