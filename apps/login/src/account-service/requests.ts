import { errorSchema } from '@foyer/contract/account-service'
import { codeOfStatus } from '@foyer/iap-sign-in'
import * as v from 'valibot'
import { CodedError } from '../errors/coded-error.ts'
import { AccountServiceError } from './account-service-error.ts'

export interface RequestDeps {
  send: (url: string, init: RequestInit) => Promise<Response>
  /** The time limit of a request in milliseconds (H1). */
  limitMs: number
}

/** Requests to our own server, whose responses are parsed. Each rejects with a coded error. */
export function createRequests({ send, limitMs }: RequestDeps) {
  async function ask<Schema extends v.GenericSchema>(
    url: string,
    schema: Schema,
    init: RequestInit = {},
  ): Promise<v.InferOutput<Schema>> {
    const { response, body } = await answerTo(url, init)
    if (!response.ok) throw refusalOf(response, body)
    const parsed = v.safeParse(schema, body)
    if (!parsed.success)
      throw new CodedError('unavailable', { message: 'An answer of no known form' })
    return parsed.output
  }

  async function answerTo(url: string, init: RequestInit) {
    const signal = AbortSignal.timeout(limitMs)
    try {
      const response = await send(url, { ...init, signal, cache: 'no-store' })
      const body: unknown = await response.json().catch(() => null)
      signal.throwIfAborted()
      return { response, body }
    } catch (cause) {
      throw new CodedError(signal.aborted ? 'deadline-exceeded' : 'auth/network-request-failed', {
        cause,
      })
    }
  }

  const post = <Schema extends v.GenericSchema>(
    url: string,
    schema: Schema,
    body: object,
    key?: string,
  ) =>
    ask(url, schema, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
    })

  return { ask, post }
}

function refusalOf(response: Response, body: unknown): AccountServiceError {
  const refusal = v.safeParse(errorSchema, body)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new AccountServiceError(refusal.success ? refusal.output.code : codeOf(response.status), {
    requestId: refusal.success ? refusal.output.requestId : null,
    retryAfterSeconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
    fields: refusal.success ? (refusal.output.fields ?? {}) : {},
  })
}

/** If a status has no code of its own, it is the code of its class (G6). */
function codeOf(status: number): string {
  return codeOfStatus(status) ?? (status >= 500 ? 'unavailable' : 'invalid-argument')
}
