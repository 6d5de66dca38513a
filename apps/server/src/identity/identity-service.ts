import type { Config } from '@foyer/contract/config'
import * as v from 'valibot'
import { IdentityError } from './identity-error.ts'

export interface IdentityServiceDeps {
  config: Pick<Config, 'apiKey' | 'emulatorUrl'>
  publicUrl: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

const limitMs = 10_000

/**
 * Sends requests to the identity service as the page does, with the API key alone.
 *
 * @returns a function that takes a path such as `v2/passwordPolicy`. It rejects with `unavailable` if there is no answer
 */
export function createIdentityService({ config, publicUrl, fetch }: IdentityServiceDeps) {
  const { apiKey, emulatorUrl } = config
  const scheme = emulatorUrl ?? 'https:/'
  return (
    path: string,
    { query = '', body }: { query?: string; body?: object } = {},
  ): Promise<Response> =>
    fetch(`${scheme}/identitytoolkit.googleapis.com/${path}?key=${apiKey}${query}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        // The key may be restricted to the page.
        referer: `${publicUrl}/`,
      },
      signal: AbortSignal.timeout(limitMs),
    }).catch((cause: unknown) => {
      throw new IdentityError('unavailable', { cause })
    })
}

const failureSchema = v.object({ error: v.object({ message: v.string() }) })

/**
 * The code of a refusal, such as `USER_DISABLED`. Empty if it has none.
 *
 * @param body of the answer. Its message may have an explanation behind the code
 */
export function refusalCodeIn(body: unknown): string {
  const parsed = v.safeParse(failureSchema, body)
  const message = parsed.success ? parsed.output.error.message : ''
  return /^[A-Z_]{2,}/.exec(message)?.[0] ?? ''
}
