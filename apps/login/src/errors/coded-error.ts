/** An expected failure. Callers branch on `code`; `message` is for developers and never shown. */
export class CodedError extends Error {
  readonly code: string

  constructor(code: string, options: { message?: string; cause?: unknown } = {}) {
    super(options.message ?? code, { cause: options.cause })
    this.name = 'CodedError'
    this.code = code
  }
}

/** The most precise code of an error: the engine's refusal if there is one, otherwise the error's code. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Object)) return 'unknown'
  if ('refusal' in error && typeof error.refusal === 'string') return error.refusal
  return 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}
