import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import type { Logger } from 'pino'
import type { Dispatcher } from 'undici'
import { answerPage } from '../answers/answer.ts'
import { drainBody } from '../request/drain-body.ts'
import { hasBody, isPageRequest } from '../request/page-request.ts'
import type { CookieJar } from '../request/cookies.ts'
import { isFinalStatus } from './final-status.ts'
import { bodyFraming, downstreamHeaders, downstreamTrailers } from './header-rules.ts'
import type { Upstream } from './upstream.ts'

export interface ForwardPorts {
  upstream: Upstream
  jar: CookieJar
  silenceMilliseconds: number
  log: Logger
}

type Fault = 'unreachable' | 'tooSlow' | 'clientTooSlow'

/**
 * Passes a request on and its answer back, both as streams. Whatever befalls the application,
 * the session stays: 502 when it cannot be reached, 504 when it says nothing in time.
 */
export function forward(
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
  { upstream, jar, silenceMilliseconds, log }: ForwardPorts,
): void {
  if (res.destroyed) return
  // A stream of its own, which may be destroyed while the visitor's connection has to bear an answer.
  const body = hasBody(req) ? new PassThrough() : null
  let controller: Dispatcher.DispatchController | undefined
  let silence: NodeJS.Timeout | undefined
  let isOver = false

  const awaitSign = () => {
    clearTimeout(silence)
    silence = setTimeout(giveUp, silenceMilliseconds)
  }
  const awaitNoMore = () => {
    clearTimeout(silence)
    req.off('data', awaitSign)
  }
  function giveUp() {
    const isApplicationDue = req.complete || body?.writableNeedDrain === true
    fail(isApplicationDue ? 'tooSlow' : 'clientTooSlow')
    letGo()
  }
  function fail(fault: Fault, code?: string) {
    isOver = true
    awaitNoMore()
    log.warn({ fault, code }, 'the application did not answer')
    answerFault(req, res, fault)
  }
  function letGo() {
    controller?.abort(new Error('nobody waits for the answer'))
    body?.destroy()
  }

  function send(isRetry: boolean) {
    const request = {
      method: req.method ?? 'GET',
      path: req.url ?? '/',
      headers: [...headers, ...bodyFraming(req)],
      body,
    }
    const answer = passBack(res, jar)
    upstream.dispatch(request, {
      onRequestStart(given) {
        controller = given
        if (isOver) letGo()
      },
      onResponseStart(given, statusCode, { link, connection }) {
        if (statusCode < 200) {
          if (statusCode === 103 && link) passHints(res, link)
          return
        }
        awaitNoMore()
        answer.begin({ statusCode, headers: { connection }, rawHeaders: textOf(given.rawHeaders) })
      },
      onResponseData(given, chunk) {
        answer.passOn(given, chunk)
      },
      onResponseEnd(given) {
        answer.end(textOf(given.rawTrailers))
      },
      onResponseError(_given, error: NodeJS.ErrnoException) {
        const { code } = error
        if (isOver) return
        if (res.headersSent) {
          // Half must not be taken for whole.
          res.destroy()
          log.debug({ code }, 'an answer was cut short')
        } else if (isStale(code) && !isRetry && !body && isSafeToRepeat(req)) {
          send(true)
        } else {
          fail('unreachable', code)
        }
      },
    })
  }

  res.on('close', () => {
    isOver = true
    awaitNoMore()
    if (!res.writableFinished) letGo()
    drainBody(req)
  })
  awaitSign()
  if (body) {
    // Told by the answer, or by there being none.
    body.on('error', () => {})
    if (req.headers.expect !== undefined) res.writeContinue()
    req.on('data', awaitSign)
    req.pipe(body)
  }
  send(false)
}

/** Gives the visitor what the application answers, as it comes. */
function passBack(res: ServerResponse, jar: CookieJar) {
  let headAlone: NodeJS.Immediate | undefined
  return {
    /** Throws for a head that HTTP does not allow. */
    begin(head: Parameters<typeof downstreamHeaders>[0] & { statusCode: number }) {
      if (!isFinalStatus(head.statusCode)) throw new RangeError('not a final status')
      // Without the reason phrase, which may hold anything and means nothing.
      res.writeHead(head.statusCode, downstreamHeaders(head, jar))
      // What came along with the head goes out along with it; what is yet to come is not waited for.
      headAlone = setImmediate(() => res.flushHeaders())
    },
    passOn(controller: Dispatcher.DispatchController, chunk: Buffer) {
      clearImmediate(headAlone)
      if (res.write(chunk)) return
      controller.pause()
      res.once('drain', () => controller.resume())
    },
    end(rawTrailers: readonly string[]) {
      clearImmediate(headAlone)
      try {
        res.addTrailers(downstreamTrailers(rawTrailers))
      } catch {
        // The answer is out by now, and whole without them.
      }
      res.end()
    },
  }
}

function answerFault(req: IncomingMessage, res: ServerResponse, fault: Fault): void {
  if (fault === 'clientTooSlow') {
    answerPage(req, res, { status: 408, page: 'refused' })
    return
  }
  const link = isPageRequest(req) ? { href: req.url ?? '/', label: 'tryAgain' as const } : undefined
  const status = fault === 'tooSlow' ? 504 : 502
  answerPage(req, res, { status, page: fault, ...(link && { link }) })
}

/** The application may have closed a kept connection just as we wrote to it. */
const isStale = (code: string | undefined) => code === 'ECONNRESET' || code === 'UND_ERR_SOCKET'

const isSafeToRepeat = (req: IncomingMessage) => req.method === 'GET' || req.method === 'HEAD'

function passHints(res: ServerResponse, link: string | string[]) {
  try {
    res.writeEarlyHints({ link })
  } catch {
    // Node is stricter about links than some applications; a hint may be lost.
  }
}

/** As they came: order, copies and spelling are kept. */
function textOf(raw: Dispatcher.DispatchController['rawHeaders']): string[] {
  return Array.isArray(raw) ? raw.map((part) => part.toString('latin1')) : []
}
