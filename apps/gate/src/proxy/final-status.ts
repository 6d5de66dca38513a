/** A status that an answer can end with (RFC 9110, 15); an application may send any three digits. */
export function isFinalStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status <= 599
}
