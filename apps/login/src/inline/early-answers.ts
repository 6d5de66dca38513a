/** The response to a request that was sent with the first byte of the page, or a response that came with the page. */
export interface EarlyAnswer {
  readonly answer: Promise<Response>
  readonly abort: () => void
}

export type EarlyAnswers = Readonly<Record<string, EarlyAnswer>>

export function askEarly(address: string, init: RequestInit = {}): EarlyAnswer {
  const abort = new AbortController()
  const answer = fetch(address, { ...init, signal: abort.signal })
  // The caller that uses the response handles a failure. Until then, it must not be reported as unhandled.
  answer.catch(() => {})
  return { answer, abort: () => abort.abort() }
}

/** A JSON response that came with the page. */
export function toldEarly(body: string): EarlyAnswer {
  const headers = { 'content-type': 'application/json' }
  return { answer: Promise.resolve(new Response(body, { headers })), abort() {} }
}

/**
 * Sends a request, or returns the response to the same request that was sent early. An early response is used once,
 * because its body can be read once and a repeated request needs a new response.
 */
export function createEarlyFetch(
  early: EarlyAnswers,
  send: (address: string, init?: RequestInit) => Promise<Response>,
): (address: string, init?: RequestInit) => Promise<Response> {
  const waiting = new Map(Object.entries(early))
  return (address, init) => {
    const sent = waiting.get(address)
    if (!sent) return send(address, init)
    waiting.delete(address)
    init?.signal?.addEventListener('abort', sent.abort)
    return sent.answer
  }
}
