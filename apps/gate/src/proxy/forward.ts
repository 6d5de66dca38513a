import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
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

/**
 * Passes a request on and its answer back, both as streams. Whatever befalls the application,
 * the session stays: 502 when it cannot be reached, 504 when it says nothing in time.
 */
export function forward(
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
  ports: ForwardPorts,
): void {
  if (res.destroyed) return
  const { upstream, jar, silenceMilliseconds, log } = ports
  let fault: 'unreachable' | 'tooSlow' | 'clientTooSlow' = 'unreachable'
  let current: ClientRequest
  let timer: NodeJS.Timeout | undefined

  const giveUp = () => {
    const isApplicationDue = req.complete || current.writableNeedDrain
    fault = isApplicationDue ? 'tooSlow' : 'clientTooSlow'
    current.destroy()
  }
  const awaitSign = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, silenceMilliseconds)
  }

  function send(isRetry: boolean): ClientRequest {
    const request = upstream.request(req, [...headers, ...bodyFraming(req)])
    request.on('response', (response) => {
      clearTimeout(timer)
      req.off('data', awaitSign)
      try {
        passBack(request, response)
      } catch (error) {
        // A head that HTTP does not allow. Thrown on, it would end the process for everybody.
        request.destroy()
        if (res.headersSent) res.destroy()
        else fail(error as NodeJS.ErrnoException)
      }
    })
    request.on('information', ({ statusCode, headers: { link } }) => {
      if (statusCode === 103 && link) passHints(res, link)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (res.headersSent || res.destroyed) return
      // The application closed a kept connection just as we wrote to it: it has seen nothing.
      const isStale = request.reusedSocket && error.code === 'ECONNRESET' && fault === 'unreachable'
      if (isStale && !isRetry && !hasBody(req) && isSafeToRepeat(req)) {
        current = send(true)
        current.end()
        return
      }
      fail(error)
    })
    // A switch of protocols that nobody asked for ends in neither an error nor an answer.
    request.on('close', () => {
      if (request === current) fail({})
    })
    return request
  }

  function fail({ code }: { code?: string | undefined }) {
    if (res.headersSent || res.destroyed) return
    clearTimeout(timer)
    log.warn({ fault, code }, 'the application did not answer')
    answerFault()
  }

  function passBack(request: ClientRequest, response: IncomingMessage) {
    const { statusCode = 0 } = response
    if (!isFinalStatus(statusCode)) throw new RangeError('not a final status')
    // Without the reason phrase, which may hold anything and means nothing.
    res.writeHead(statusCode, downstreamHeaders(response, jar))
    passBody(response, res, (error) => {
      drainBody(req)
      // Answered before the whole body was out: what is left must not be the next request's head.
      if (!request.writableFinished) request.destroy()
      if (error) log.debug({ code: error.code }, 'an answer was cut short')
    })
  }

  function answerFault() {
    if (fault === 'clientTooSlow') {
      answerPage(req, res, { status: 408, page: 'refused' })
      return
    }
    const link = isPageRequest(req)
      ? { href: req.url ?? '/', label: 'tryAgain' as const }
      : undefined
    answerPage(req, res, {
      status: fault === 'tooSlow' ? 504 : 502,
      page: fault,
      ...(link && { link }),
    })
  }

  res.on('close', () => {
    clearTimeout(timer)
    if (!res.writableFinished) current.destroy()
  })
  current = send(false)
  awaitSign()
  if (hasBody(req)) {
    if (req.headers.expect !== undefined) res.writeContinue()
    req.on('data', awaitSign)
    req.pipe(current)
  } else current.end()
}

/**
 * Streams the body after its head, and ends the answer as the application's ended: whole, or cut short.
 * By hand, since `stream.pipeline` makes an error and aborts a signal for each body that went well.
 */
function passBody(
  response: IncomingMessage,
  res: ServerResponse,
  onDone: (error?: NodeJS.ErrnoException) => void,
): void {
  let failure: NodeJS.ErrnoException | undefined
  // What came along with the head goes out along with it, in one write; what is yet to come is not waited for.
  const headAlone = setImmediate(() => res.flushHeaders())
  response.once('data', () => clearImmediate(headAlone))
  response.on('end', () => {
    clearImmediate(headAlone)
    passTrailers(response, res)
  })
  response.on('error', (error: NodeJS.ErrnoException) => (failure = error))
  response.on('close', () => {
    if (!response.complete) res.destroy()
  })
  res.on('close', () => onDone(failure))
  response.pipe(res)
}

const isSafeToRepeat = (req: IncomingMessage) => req.method === 'GET' || req.method === 'HEAD'

function passHints(res: ServerResponse, link: string | string[]) {
  try {
    res.writeEarlyHints({ link })
  } catch {
    // Node is stricter about links than some applications; a hint may be lost.
  }
}

function passTrailers(response: IncomingMessage, res: ServerResponse) {
  try {
    res.addTrailers(downstreamTrailers(response))
  } catch {
    // The answer is out by now, and whole without them.
  }
}
