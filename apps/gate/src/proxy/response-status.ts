/** Whether a status can be final (RFC 9110, 15). An application may send any three digits. */
export function isFinalStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status <= 599
}

/**
 * Whether a response ends with its head, whatever length it announces. A 304 announces the length of the client's copy
 * (RFC 9110, 8.6), and a 205 must have no content (15.3.6). If the gate waited for a body, the client would get no
 * response. If it forwarded one, the client would take it for the next response.
 */
export function hasNoBody(status: number | undefined): boolean {
  return status === 204 || status === 205 || status === 304
}
