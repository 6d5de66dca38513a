/** What a request is answered with that was sent, or answered, with the first byte of the page. */
export interface EarlyAnswer {
  readonly answer: Promise<Response>
  readonly abort: () => void
}

export type EarlyAnswers = Readonly<Record<string, EarlyAnswer>>

export function askEarly(address: string, init: RequestInit = {}): EarlyAnswer {
  const abort = new AbortController()
  const answer = fetch(address, { ...init, signal: abort.signal })
  // Whoever reads it hears of a failure; until then it is nobody's unhandled one.
  answer.catch(() => {})
  return { answer, abort: () => abort.abort() }
}

/** An answer in JSON that came with the page. */
export function toldEarly(body: string): EarlyAnswer {
  const headers = { 'content-type': 'application/json' }
  return { answer: Promise.resolve(new Response(body, { headers })), abort() {} }
}

/**
 * Sends a request, or takes the answer to the one that was sent early. That is good once: its body is
 * read, and asking again means to have it anew.
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
