import { refusalWords } from '@foyer/iap-sign-in'
import { codeOf } from './coded-error.ts'
import type { Action } from './action.ts'
import { meaningOf } from './error-table.ts'
import type { ErrorKey } from './error-table.ts'
import { specifiedRefusal } from './specified-refusal.ts'

/** A failure as the user meets it: a message, a way on, and what support can look up. */
export interface Failure {
  key: ErrorKey
  action: Action
  reference: string
  /** The specified words for the refusal of a request (requirements D); a host that they name follows. */
  refusal?: { words: string; namesHost: boolean }
  /** Which host was refused, unless it is the page's own. */
  host?: string
  /** When trying again can help at the earliest, in milliseconds since the epoch. */
  retryAt?: number
  /** The failed step can be repeated; otherwise the whole sign-in starts again. */
  canRetry?: boolean
}

/** A failure on its way to the user, with what repeats the failed step. */
export interface RepeatableFailure extends Failure {
  retry?: () => void
}

/** What the page keeps of a failure: it is data, and the retry is a command of the screen. */
export function withoutRetry({ retry, ...failure }: RepeatableFailure): Failure {
  return retry ? { ...failure, canRetry: true } : failure
}

/**
 * Explains an error to the user, unless the error takes the browser to the product (G3).
 *
 * @param say shows it
 * @param again repeats the step that failed, where the error itself does not know how (G5)
 */
export type TellFailure = (
  error: unknown,
  say: (failure: RepeatableFailure) => void,
  again?: () => void,
) => void

/** @param now when it failed */
export function failureOf(error: unknown, now: Date): RepeatableFailure {
  const code = codeOf(error)
  const failure: RepeatableFailure = {
    ...meaningOf(code),
    reference: requestIdOf(error) ?? referenceTo(code, now),
    ...refusalOf(code, error),
    ...retryAtOf(error, now),
  }
  const retry = retryOf(error)
  return retry === null ? failure : { ...failure, action: 'retry', retry }
}

/** The engine lends transient failures a way to go on where they stopped (G5). */
function retryOf(error: unknown): (() => void) | null {
  if (!(error instanceof Object && 'retry' in error)) return null
  const { retry } = error
  if (typeof retry !== 'function') return null
  const repeat = async (): Promise<void> => {
    try {
      await retry.call(error)
    } catch {
      // The engine has told its handler already.
    }
  }
  return () => void repeat()
}

function refusalOf(code: string, error: unknown): Pick<Failure, 'refusal' | 'host'> {
  const refusal = specifiedRefusal(code)
  if (refusal === null) return {}
  const host = error instanceof Object && 'host' in error ? error.host : undefined
  return {
    refusal: {
      words: refusalWords(refusal),
      namesHost: refusal === 'unauthorized-domain',
    },
    ...(typeof host === 'string' && { host }),
  }
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

/** Four characters of 32, without those that are misheard over the phone (I, L, O, U). */
export function hashOf(code: string): string {
  let hash = 0x811c9dc5
  for (const character of code) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  const mixed = (hash ^ (hash >>> 15)) >>> 0
  return [0, 5, 10, 15].map((shift) => digits[(mixed >>> shift) & 31]).join('')
}
