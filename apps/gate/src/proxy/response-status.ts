/** A status that a response can end with (RFC 9110, 15); an application may send any three digits. */
export function isFinalStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status <= 599
}

/**
 * Statuses whose response ends with its head, whatever length it announces: a 304 announces the length of what
 * the client has (RFC 9110, 8.6), and a 205 must have no content (15.3.6). If the gate waited for a body, the
 * client would get no response. If it passed one on, the client would take it for the next response.
 */
export function hasNoBody(status: number | undefined): boolean {
  return status === 204 || status === 205 || status === 304
}
