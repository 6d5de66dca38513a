export type LocalErrorCode = 'invalid-setting' | 'port-in-use' | 'part-failed' | 'seed-refused'

/** An error whose message tells the user at the terminal what happened and what to do. */
export class LocalError extends Error {
  readonly code: LocalErrorCode

  constructor(code: LocalErrorCode, message: string) {
    super(message)
    this.name = 'LocalError'
    this.code = code
  }
}
