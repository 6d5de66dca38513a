/** What must not be forgotten, and what all instances of a gate must agree on. */
export interface GateStore {
  /**
   * Marks a state or a redirect token as used. Resolves to true the first time only. It is stored before this resolves,
   * so that a killed gate does not forget it.
   *
   * @throws GateError if it could not be stored. Then it must not be accepted.
   */
  spend(id: string, expiresAt: number): Promise<boolean>
  isSpent(id: string): Promise<boolean>
  /** Answered from memory, because it is asked for each request. */
  hasEnded(sessionId: string): boolean
  /** Ends a session. Here at once, and on each other instance soon after this resolves. */
  endSession(sessionId: string, expiresAt: number): Promise<void>
  /** Calls the listener for each session that another instance ends. */
  onEnded(listener: (sessionId: string) => void): void
  /** Whether sign-ins are possible now. */
  isAvailable(): boolean
  close(): Promise<void>
}
