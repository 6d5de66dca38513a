import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import type { Logger } from 'pino'
import type { Dispatcher } from 'undici'
import type { Pages } from '../answer/page-answer.ts'
import type { GateErrorCode } from '../errors/gate-error.ts'
import type { UpstreamCounts } from '../events/gate-counts.ts'
import { tracesOf } from '../events/gate-events.ts'
import { drainBody } from '../http/drain-body.ts'
import { writeAnswer } from '../http/write-answer.ts'
import { hasBody, isPageRequest } from '../request/page-request.ts'
import type { GateCookies } from '../request/cookies.ts'
import { methodOf, urlOf } from '../request/request-head.ts'
import { hasNoBody } from './response-status.ts'
import { ResponseRelay } from './response-relay.ts'
import type { Endless, EndlessAnswers } from './endless-answers.ts'
import { bodyFraming } from './header-rules.ts'
import { isHeadTooLarge, type Upstream } from './upstream.ts'

export interface ForwardDeps {
  upstream: Upstream
  jar: GateCookies
  pages: Pages
  silenceMilliseconds: number
  endless: EndlessAnswers
  counts: UpstreamCounts
  log: Logger
}

/**
 * Forwards a request and its response, both as streams. If the application fails, the session stays: the client gets
 * 502 if the application cannot be reached or its response is invalid, and 504 if it does not respond in time.
 */
export function forward(
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
  deps: ForwardDeps,
): void {
  new ForwardedRequest(req, res, headers, deps).send()
}

type Controller = Dispatcher.DispatchController
type FailureCode = Extract<
  GateErrorCode,
  'unreachable' | 'response-too-large' | 'too-slow' | 'client-too-slow'
>

const isEventStream = (type: string | string[] | undefined) =>
  typeof type === 'string' && type.startsWith('text/event-stream')

class ForwardedRequest implements Dispatcher.DispatchHandler, Endless {
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  readonly #headers: string[]
  readonly #deps: ForwardDeps
  readonly #relay: ResponseRelay
  /** A separate stream. It may be destroyed while the client's connection must still carry a response. */
  readonly #body: PassThrough | null
  #silence: NodeJS.Timeout | undefined
  #controller: Controller | undefined
  #isOver = false
  #isRepeated = false

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    headers: readonly string[],
    deps: ForwardDeps,
  ) {
    this.#req = req
    this.#res = res
    this.#headers = [...headers, ...bodyFraming(req)]
    this.#deps = deps
    this.#relay = new ResponseRelay(res, deps.jar)
    this.#body = hasBody(req) ? new PassThrough() : null
  }

  send(): void {
    this.#silence = setTimeout(() => this.#giveUp(), this.#deps.silenceMilliseconds)
    this.#res.on('close', () => this.#close())
    if (this.#body) this.#passOn(this.#body)
    this.#dispatch()
  }

  #passOn(body: PassThrough): void {
    // The response shows the error, or its absence does.
    body.on('error', () => {})
    if (this.#req.headers.expect !== undefined && this.#acceptsInterim) this.#res.writeContinue()
    this.#req.on('data', () => this.#silence?.refresh())
    this.#req.pipe(body)
  }

  /** RFC 9110, 15.2: an HTTP/1.0 client would take an interim response for the final one. */
  get #acceptsInterim(): boolean {
    return this.#req.httpVersion !== '1.0'
  }

  #dispatch(): void {
    const [method, path] = [methodOf(this.#req), urlOf(this.#req)]
    this.#deps.upstream.dispatch({ method, path, headers: this.#headers, body: this.#body }, this)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#isOver) this.#abort()
  }

  onResponseStart(controller: Controller, status: number, headers: NodeJS.Dict<string | string[]>) {
    if (status >= 200) {
      this.#stopTimer()
      this.#deps.counts.isUpstreamUp = true
      this.#relay.begin(controller, status, headers['connection'])
      if (isEventStream(headers['content-type'])) this.#deps.endless.add(this.#res, this)
      if (hasNoBody(status)) this.#endWithHead(controller, status)
    } else if (status === 103 && headers['link'] && this.#acceptsInterim) {
      this.#relay.passHints(headers['link'])
    }
  }

  /** The client of an event stream connects again, and ignores an event that was cut off. */
  endInOrder(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#res.end()
    this.#abort()
  }

  #endWithHead(controller: Controller, status: number): void {
    this.#isOver = true
    this.#relay.end(controller)
    // For a 205, undici waits for a body that may never come.
    if (status === 205) this.#abort()
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#isOver) return
    this.#relay.passOn(controller, chunk)
  }

  onResponseEnd(controller: Controller): void {
    if (!this.#isOver) this.#relay.end(controller)
  }

  onResponseError(_controller: Controller, { code }: NodeJS.ErrnoException): void {
    if (this.#isOver) return
    if (this.#res.headersSent) {
      // The client must not take half a response for a complete one.
      this.#res.destroy()
      this.#deps.log.debug({ code }, 'an answer was cut short')
    } else if (this.#mayRepeat(code)) {
      this.#isRepeated = true
      this.#dispatch()
    } else {
      this.#fail(isHeadTooLarge(code) ? 'response-too-large' : 'unreachable', code)
    }
  }

  /**
   * Whether to repeat the request: the application may have closed a kept connection just when the gate wrote to it.
   */
  #mayRepeat(code: string | undefined): boolean {
    const isStale = code === 'ECONNRESET' || code === 'UND_ERR_SOCKET'
    const isRead = this.#req.method === 'GET' || this.#req.method === 'HEAD'
    return isStale && isRead && !this.#body && !this.#isRepeated
  }

  #giveUp(): void {
    const isApplicationDue = this.#req.complete || this.#body?.writableNeedDrain === true
    this.#fail(isApplicationDue ? 'too-slow' : 'client-too-slow')
    this.#abort()
  }

  #fail(failure: FailureCode, code?: string): void {
    this.#isOver = true
    this.#stopTimer()
    this.#deps.counts.isUpstreamUp &&= failure === 'client-too-slow'
    const traces = tracesOf(this.#req)
    this.#deps.log.warn({ failure, code, ...traces }, 'the application did not answer')
    const offersRetry = failure !== 'client-too-slow' && isPageRequest(this.#req)
    const link = { href: urlOf(this.#req), label: 'tryAgain' } as const
    const page = offersRetry ? { link } : {}
    writeAnswer(this.#res, this.#deps.pages.failure(this.#req, failure, page))
  }

  /** The client has the response, or has disconnected. */
  #close(): void {
    this.#isOver = true
    this.#stopTimer()
    this.#deps.endless.remove(this.#res)
    if (!this.#res.writableFinished) this.#abort()
    drainBody(this.#req)
  }

  #stopTimer(): void {
    clearTimeout(this.#silence)
    this.#silence = undefined
  }

  #abort(): void {
    this.#controller?.abort(new Error('the client is no longer waiting'))
    this.#body?.destroy()
  }
}
