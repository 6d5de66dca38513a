import { ServerError } from '../errors/server-error.ts'

const timeoutMs = 5_000

/**
 * Sends an access token to its provider. A response that says nothing about the token is a failure of the
 * provider, so the user is asked to try again.
 */
export async function askProvider(url: URL, headers: Record<string, string>): Promise<unknown> {
  const answer = await fetchTwice(url, headers)
  if (answer.status === 429 || answer.status >= 500) throw new ServerError('unavailable')
  if (!answer.ok) throw new ServerError('provider-token-refused')
  return answer.json().catch((cause: unknown) => {
    throw new ServerError('unavailable', { cause })
  })
}

async function fetchTwice(url: URL, headers: Record<string, string>): Promise<Response> {
  const attempt = () =>
    fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  try {
    return await attempt().catch((error: unknown) => {
      if (isLate(error)) throw error
      return attempt()
    })
  } catch (cause) {
    throw new ServerError(isLate(cause) ? 'deadline-exceeded' : 'unavailable', { cause })
  }
}

function isLate(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}
