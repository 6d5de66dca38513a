import type { IncomingMessage, ServerResponse } from 'node:http'

/** The number of requests that are kept. */
const length = 20

/** The newest requests of a browser, for the error of a failed test. */
export class Journal {
  readonly #entries: { request: string; start: number; outcome: string }[] = []

  add({ method = '', url = '' }: IncomingMessage, outgoing: ServerResponse): void {
    const entry = {
      request: `${method} ${url.replace(/\?.*/, '')}`,
      start: Date.now(),
      outcome: '',
    }
    this.#entries.push(entry)
    if (this.#entries.length > length) this.#entries.shift()
    outgoing.once('close', () => {
      const end = outgoing.writableFinished ? outgoing.statusCode : 'closed'
      entry.outcome = `${end} after ${Date.now() - entry.start} ms`
    })
  }

  toString(): string {
    const now = Date.now()
    return this.#entries
      .map(
        ({ request, start, outcome }) =>
          `${(now - start) / 1000} s ago: ${request} ${outcome || 'has no answer'}`,
      )
      .join('\n')
  }
}
