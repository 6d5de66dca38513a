import { referenceTo } from '@foyer/contract/reference'
import { refusalMessage } from '@foyer/iap-sign-in'
import { codeOf } from './coded-error.ts'
import type { Action } from './action.ts'
import { meaningOf } from './error-table.ts'
import type { ErrorKey } from './error-table.ts'
import { specifiedRefusal } from './specified-refusal.ts'

/** A failure as the user sees it: a message, an action, and a reference for support. */
export interface Failure {
  key: ErrorKey
  action: Action
  reference: string
  /** The specified message for a refused request (requirements D), and whether the host's name follows it. */
  refusal?: { message: string; namesHost: boolean }
  /** The refused host, unless it is the page's own. */
  host?: string
  /** The account to which the new sign-in method can be linked, and the name of its own method if it is known. */
  account?: { email: string; method: string | null }
  /** The account that the access policy rejects. */
  rejected?: RejectedAccount
  /** The earliest time for a retry, in milliseconds since the epoch. */
  retryAt?: number
  /** Whether the failed step can be repeated. Otherwise the whole sign-in starts again. */
  canRetry?: boolean
}

/** An account that may not enter, and how it signed in. */
export interface RejectedAccount {
  /** An email address or a phone number. Null if the account has neither. */
  name: string | null
  providerId: string
  tenantId: string | null
  /** The providers that its company allows, if that is the reason. */
  allowed: readonly string[]
}

/** A failure with the function that repeats the failed step. */
export interface RepeatableFailure extends Failure {
  retry?: () => void
}

/** The part of a failure for the state, which holds only data. The retry is a command of the screen. */
export function withoutRetry({ retry, ...failure }: RepeatableFailure): Failure {
  return retry ? { ...failure, canRetry: true } : failure
}

/**
 * Shows an error to the user, unless it redirects the browser to the product (G3).
 *
 * @param say shows the failure
 * @param again repeats the failed step if the error itself has no retry (G5)
 */
export type TellFailure = (
  error: unknown,
  say: (failure: RepeatableFailure) => void,
  again?: () => void,
) => void

/** @param now the time of the failure */
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

/** The engine adds a retry to transient failures, which continues where they stopped (G5). */
function retryOf(error: unknown): (() => void) | null {
  if (!(error instanceof Object && 'retry' in error)) return null
  const { retry } = error
  if (typeof retry !== 'function') return null
  const repeat = async (): Promise<void> => {
    try {
      await retry.call(error)
    } catch {
      // The engine has already reported it to its handler.
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
      message: refusalMessage(refusal),
      namesHost: refusal === 'unauthorized-domain',
    },
    ...(typeof host === 'string' && { host }),
  }
}

/** The id of the request in the logs of our own server. */
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
