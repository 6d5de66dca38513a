/** The gate cannot use its data, and waiting does not help. The message is for the operator, and quotes no secret. */
export class DataError extends Error {
  override readonly name = 'DataError'
}
