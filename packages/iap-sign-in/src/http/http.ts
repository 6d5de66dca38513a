import type { Runtime } from '../interfaces/runtime.ts'
import { SignInError } from '../errors/sign-in-error.ts'

export interface HttpAnswer {
  readonly ok: boolean
  readonly status: number
  /** The JSON value if the content type is JSON (undefined if it cannot be parsed), otherwise the text. */
  readonly body: unknown
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly credentials?: 'include'
}

export type Send = (request: HttpRequest) => Promise<HttpAnswer>

/** The time limit of one request in milliseconds, which is longer for mobile networks (H1). */
export function requestTimeout(isMobile: boolean): number {
  return isMobile ? 60_000 : 30_000
}

/** Sends cross-origin requests past the HTTP cache, with a time limit (H1). It never logs. */
export function createSend({ fetch, clock, page }: Runtime): Send {
  const limit = requestTimeout(page.isMobile())

  return async ({ url, ...init }) => {
    const abort = new AbortController()
    const cancelTimer = clock.after(limit, () => abort.abort())
    try {
      const response = await fetch(url, {
        ...init,
        mode: 'cors',
        cache: 'no-cache',
        signal: abort.signal,
      })
      return { ok: response.ok, status: response.status, body: await readBody(response) }
    } catch (error) {
      throw abort.signal.aborted
        ? new SignInError(
            'deadline-exceeded',
            `Error while making request: timeout of ${limit}ms exceeded`,
          )
        : new SignInError(
            'auth/network-request-failed',
            'The request could not be sent, or its answer did not arrive.',
            { reason: error },
          )
    } finally {
      cancelTimer()
    }
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!/application\/json/i.test(response.headers.get('content-type') ?? '')) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
