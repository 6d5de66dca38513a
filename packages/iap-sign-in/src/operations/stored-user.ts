import type { Auth, User } from '../ports/handler.ts'
import type { Clock } from '../ports/ports.ts'

const limit = 10_000

/** The account that this browser remembers, or null. A stuck store must not keep the buttons away. */
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
    // The first answer may come before there is anything to unsubscribe with.
    if (isSettled) unsubscribe()
  })
}
