import { codeOf } from './coded-error.ts'
import { meaningOf } from './error-table.ts'
import type { Action, ErrorKey } from './error-table.ts'

/** A failure as the visitor meets it: words, a way on, and what support can look up. */
export interface Failure {
  key: ErrorKey
  action: Action
  reference: string
  /** When trying again can help at the earliest, in milliseconds since the epoch. */
  retryAt?: number
  /** Does the failed step again; without it the whole sign-in starts again. */
  retry?: () => Promise<void>
}

/** @param now when it failed */
export function failureOf(error: unknown, now: Date): Failure {
  const code = codeOf(error)
  const failure: Failure = {
    ...meaningOf(code),
    reference: requestIdOf(error) ?? referenceTo(code, now),
    ...retryAtOf(error, now),
  }
  const retry = retryOf(error)
  return retry === null ? failure : { ...failure, action: 'retry', retry }
}

/** The engine lends transient failures a way to go on where they stopped (G5). */
function retryOf(error: unknown): (() => Promise<void>) | null {
  if (!(error instanceof Object && 'retry' in error)) return null
  const { retry } = error
  return typeof retry === 'function' ? async () => void (await retry.call(error)) : null
}

/** Our own server's logs hold the request under this very name. */
function requestIdOf(error: unknown): string | null {
  if (!(error instanceof Object && 'requestId' in error)) return null
  return typeof error.requestId === 'string' ? error.requestId : null
}

function retryAtOf(error: unknown, now: Date): Pick<Failure, 'retryAt'> {
  if (!(error instanceof Object && 'retryAfterSeconds' in error)) return {}
  const { retryAfterSeconds } = error
  return typeof retryAfterSeconds === 'number'
    ? { retryAt: now.getTime() + retryAfterSeconds * 1000 }
    : {}
}

/**
 * Names the code and the moment (UTC) without showing either: `K7Q2-281430` is code hash K7Q2 on the
 * 28th at 14:30. Server logs hold the moment, and `docs/error-references.md` the codes.
 */
function referenceTo(code: string, now: Date): string {
  const moment = [now.getUTCDate(), now.getUTCHours(), now.getUTCMinutes()]
  return `${hashOf(code)}-${moment.map((part) => String(part).padStart(2, '0')).join('')}`
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Four characters of 32, without those that are misheard over a telephone (I, L, O, U). */
export function hashOf(code: string): string {
  let hash = 0x811c9dc5
  for (const character of code) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  const mixed = (hash ^ (hash >>> 15)) >>> 0
  return [0, 5, 10, 15].map((shift) => digits[(mixed >>> shift) & 31]).join('')
}
