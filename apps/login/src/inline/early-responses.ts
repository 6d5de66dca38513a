/** The response to a request that was sent with the first byte of the page, or a response that came with the page. */
export interface EarlyResponse {
  readonly answer: Promise<Response>
  readonly abort: () => void
}

export type EarlyResponses = Readonly<Record<string, EarlyResponse>>

export function requestEarly(url: string, init: RequestInit = {}): EarlyResponse {
  const abort = new AbortController()
  const answer = fetch(url, { ...init, signal: abort.signal })
  // The caller that uses the response handles a failure. Until then, it must not be reported as unhandled.
  answer.catch(() => {})
  return { answer, abort: () => abort.abort() }
}

/** A JSON response that came with the page. */
export function embeddedResponse(body: string): EarlyResponse {
  const headers = { 'content-type': 'application/json' }
  return { answer: Promise.resolve(new Response(body, { headers })), abort() {} }
}

/**
 * Sends a request, or returns the response to the same request that was sent early. An early response is used once,
 * because its body can be read once and a repeated request needs a new response.
 */
export function createEarlyFetch(
  early: EarlyResponses,
  send: (url: string, init?: RequestInit) => Promise<Response>,
): (url: string, init?: RequestInit) => Promise<Response> {
  const waiting = new Map(Object.entries(early))
  return (url, init) => {
    const sent = waiting.get(url)
    if (!sent) return send(url, init)
    waiting.delete(url)
    init?.signal?.addEventListener('abort', sent.abort)
    return sent.answer
  }
}
