import type { ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import type { CookieJar } from '../request/cookies.ts'
import { isFinalStatus } from './response-status.ts'
import { downstreamHeaders, downstreamTrailers } from './header-rules.ts'

type Controller = Dispatcher.DispatchController

/** Passes the response of the application on to the client, as it arrives. */
export class ResponseRelay {
  readonly #res: ServerResponse
  readonly #jar: CookieJar
  #headAlone: NodeJS.Immediate | undefined

  constructor(res: ServerResponse, jar: CookieJar) {
    this.#res = res
    this.#jar = jar
  }

  passHints(link: string | string[]): void {
    try {
      this.#res.writeEarlyHints({ link })
    } catch {
      // Node is stricter about links than some applications. Losing a hint does no harm.
    }
  }

  /** Throws for a head that HTTP does not allow. */
  begin({ rawHeaders: raw }: Controller, statusCode: number, connection?: string | string[]): void {
    if (!isFinalStatus(statusCode)) throw new RangeError('not a final status')
    const head = { statusCode, headers: { connection }, rawHeaders: textOf(raw) }
    // Without the reason phrase: it may contain anything, and clients ignore it.
    this.#res.writeHead(statusCode, downstreamHeaders(head, this.#jar))
    // A body that arrived with the head is sent in one write with it. A later one is not waited for.
    this.#headAlone = setImmediate(() => this.#res.flushHeaders())
  }

  passOn(controller: Controller, chunk: Buffer): void {
    clearImmediate(this.#headAlone)
    if (this.#res.write(chunk)) return
    controller.pause()
    this.#res.once('drain', () => controller.resume())
  }

  end({ rawTrailers }: Controller): void {
    clearImmediate(this.#headAlone)
    try {
      this.#res.addTrailers(downstreamTrailers(textOf(rawTrailers)))
    } catch {
      // The response is complete without them.
    }
    this.#res.end()
  }
}

/** As they came: order, copies and spelling are kept. */
function textOf(raw: Controller['rawHeaders']): string[] {
  return Array.isArray(raw) ? raw.map((part) => part.toString('latin1')) : []
}
