/**
 * How much longer than needed an entry is kept, in seconds, because the clocks of the instances and of the database
 * differ. An entry that is dropped too early makes a used token or an ended session valid again.
 */
export const clockMarginSeconds = 600

/** The ended sessions in memory, of this instance and of all others. */
export interface EndedSessions {
  has(sessionId: string): boolean
  /** Returns whether it is new. */
  add(sessionId: string, expiresAt: number): boolean
  /** Forgets the sessions of which no cookie can be valid any more. */
  dropExpired(): void
}

export function createEndedSessions(now: () => number): EndedSessions {
  const expiries = new Map<string, number>()
  return {
    has: (sessionId) => expiries.has(sessionId),
    add(sessionId, expiresAt) {
      if (expiries.has(sessionId)) return false
      expiries.set(sessionId, expiresAt)
      return true
    },
    dropExpired() {
      const limit = now() - clockMarginSeconds
      for (const [id, expiresAt] of expiries) if (expiresAt < limit) expiries.delete(id)
    },
  }
}
