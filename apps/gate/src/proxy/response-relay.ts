import type { ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import type { GateCookies } from '../request/cookies.ts'
import { isFinalStatus } from './response-status.ts'
import { downstreamHeaders, downstreamTrailers } from './header-rules.ts'

type Controller = Dispatcher.DispatchController

/** Passes the application's response on to the client as it arrives. */
export class ResponseRelay {
  readonly #res: ServerResponse
  readonly #jar: GateCookies
  #headAlone: NodeJS.Immediate | undefined

  constructor(res: ServerResponse, jar: GateCookies) {
    this.#res = res
    this.#jar = jar
  }

  passHints(link: string | string[]): void {
    try {
      this.#res.writeEarlyHints({ link })
    } catch {
      // Node accepts fewer link headers than some applications send. Losing a hint does no harm.
    }
  }

  /** Throws if the head is not valid in HTTP. */
  begin({ rawHeaders: raw }: Controller, statusCode: number, connection?: string | string[]): void {
    if (!isFinalStatus(statusCode)) throw new RangeError('not a final status')
    const head = { statusCode, headers: { connection }, rawHeaders: textOf(raw) }
    // The reason phrase is left out, because it may contain anything, and clients ignore it.
    this.#res.writeHead(statusCode, downstreamHeaders(head, this.#jar))
    // A body that arrived with the head is sent in one write with it. A later body is not waited for.
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
      // The response is complete without trailers.
    }
    this.#res.end()
  }
}

/** The raw headers as text, with their order, duplicates and spelling. */
function textOf(raw: Controller['rawHeaders']): string[] {
  return Array.isArray(raw) ? raw.map((part) => part.toString('latin1')) : []
}
