/** A status that an answer can end with (RFC 9110, 15); an application may send any three digits. */
export function isFinalStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status <= 599
}

/**
 * Statuses whose answer ends with its head, whatever length it states: that of a 304 is the length of what
 * the client has (RFC 9110, 8.6), and 205 must not bring content (15.3.6). Waiting for it would cost the
 * client its answer, and passing it on its next one.
 */
export function hasNoBody(status: number | undefined): boolean {
  return status === 204 || status === 205 || status === 304
}
