import { randomBytes } from 'node:crypto'
import type { RequestHead } from './request-head.ts'

/** Short enough for a log, and without the characters of email addresses, URLs and markup. */
const acceptable = /^[A-Za-z0-9._:-]{1,64}$/
/** Invalid: version ff, version 00 with more than its 55 characters, and ids of zeros. */
const traceParent =
  /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

const ofThisProcess = randomBytes(6).toString('hex')
let count = 0

/**
 * The id of a request, for the log and for the application. A proxy in front may have set it. It is random only by
 * process, because random bytes for each request would take longer than the rest of its headers.
 */
export function requestIdOf({ headers }: Pick<RequestHead, 'headers'>): string {
  const given = headers['x-request-id']
  if (typeof given === 'string' && acceptable.test(given)) return given
  count += 1
  const made = `${ofThisProcess}-${count.toString(36)}`
  // The same for the next one who asks.
  headers['x-request-id'] = made
  return made
}

/** The id of the trace that a request belongs to (W3C Trace Context), if its header is valid. */
export function traceIdOf({ headers }: Pick<RequestHead, 'headers'>): string | undefined {
  const given = headers['traceparent']
  return typeof given === 'string' ? traceParent.exec(given)?.[1] : undefined
}
