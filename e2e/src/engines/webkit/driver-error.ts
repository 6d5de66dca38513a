/** An answer of the driver. `code` is from the table of errors in the W3C's specification. */
export class DriverError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'DriverError'
    this.code = code
  }
}
