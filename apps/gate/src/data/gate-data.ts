import type { GateStore } from './gate-store.ts'
import type { KeyRing } from './key-ring.ts'

/** What a gate keeps: its keys, and what it must not forget. In a folder of its own, or shared in a database. */
export interface GateData {
  keys: KeyRing
  store: GateStore
  /** Reads the keys again if they are in a file. Returns whether they changed. Throws with a message for the operator. */
  reloadKeys(): boolean
  /** Releases the folder. */
  release(): void
  /** Null without a database. */
  databaseState(): DatabaseState | null
}

export interface DatabaseState {
  isUp: boolean
  /** Seconds since 1970 of the last reading. */
  readAt: number
  /** Sign-outs that are not stored yet. */
  waitingSignOuts: number
}
