import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { answer, textAnswer } from './answer/answer.ts'
import { decide } from './decide.ts'
import { decideUpgrade, noteRefusal } from './decide-upgrade.ts'
import { errorEntry } from './errors/gate-error.ts'
import { countRequest, outcomeOf, type GateCounts, type RequestKind } from './events/gate-counts.ts'
import type { GateParts, SiteParts } from './gate-parts.ts'
import type { Drain } from './http/drain.ts'
import type { HttpHandlers } from './http/http-server.ts'
import { writeAnswer } from './http/write-answer.ts'
import { refuseUpgrade } from './proxy/forward-upgrade.ts'
import type { Proxy } from './proxy/proxy.ts'
import { healthPath } from './request/own-paths.ts'
import { pathOf } from './request/request-head.ts'
import type { Tracing } from './tracing/tracing.ts'

/** Which part of the gate has answered. */
interface Measured {
  kind: RequestKind
}

interface HandlersDeps {
  parts: GateParts
  /** Without a proxy, nothing is forwarded to the application. */
  proxyOf: (site: SiteParts) => Proxy | undefined
  /** The server needs the handlers first. */
  drain: () => Drain
  log: Logger
  counts: GateCounts
  /** Whether somebody reads the metrics. */
  isMeasured: boolean
  tracing: Tracing | undefined
}

/** Carries out what the gate decides about each request. */
export function createHandlers(deps: HandlersDeps): HttpHandlers {
  const { parts, proxyOf, drain, log, counts, isMeasured, tracing } = deps
  const logBug = bugLog(log)

  function measure({ method }: IncomingMessage, res: ServerResponse): Measured {
    const measured: Measured = { kind: 'own' }
    const startedAt = performance.now()
    res.on('close', () => {
      const ms = performance.now() - startedAt
      const { statusCode: status, writableFinished } = res
      countRequest(counts, measured.kind, outcomeOf(status, writableFinished), ms / 1000)
      if (log.isLevelEnabled('debug')) log.debug({ method, status, ms: Math.round(ms) }, 'answered')
    })
    return measured
  }

  async function respond(req: IncomingMessage, res: ServerResponse, measured?: Measured) {
    if (drain().hasBegun() && pathOf(req) === healthPath) {
      writeAnswer(res, textAnswer(503, 'stopping'))
      return
    }
    // Awaited only for a promise. The comment at `decide` says why.
    const site = parts.siteOf(req)
    const decided = decide(req, site)
    const decision = decided instanceof Promise ? await decided : decided
    if (decision.kind === 'answer') return writeAnswer(res, decision)
    const proxy = proxyOf(site)
    if (!proxy) return writeAnswer(res, site.signIn.pages.failure(req, 'not-forwarded'))
    if (measured) measured.kind = 'forwarded'
    await proxy.request(req, res, decision.session)
  }

  async function respondToUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
    const site = parts.siteOf(req)
    const decision = decideUpgrade(req, site.signIn)
    const proxy = proxyOf(site)
    if (decision.kind === 'forward' && proxy) {
      await proxy.socket(req, socket, head, decision.session)
      return
    }
    const notForwarded = { kind: 'refuse', code: 'not-forwarded' } as const
    const refusal = decision.kind === 'refuse' ? decision : notForwarded
    noteRefusal(refusal, req, site.events)
    refuseUpgrade(socket, errorEntry(refusal.code).httpStatus)
  }

  return {
    request(req, res) {
      if (drain().isStopping()) return
      drain().track(req, res)
      const measured = isMeasured || log.isLevelEnabled('debug') ? measure(req, res) : undefined
      const work = () => {
        respond(req, res, measured).catch((error: unknown) => {
          logBug(error)
          if (res.headersSent) res.destroy()
          else writeAnswer(res, answer(500))
        })
      }
      if (tracing) tracing.request(req, res, work)
      else work()
    },
    socket(req, socket, head) {
      if (drain().isStopping()) {
        socket.destroy()
        return
      }
      respondToUpgrade(req, socket, head).catch((error: unknown) => {
        logBug(error)
        refuseUpgrade(socket, 500)
      })
    },
  }
}

/** Only the name and the code, because a message may contain what the user sent. */
export function bugLog(log: Logger): (error: unknown) => void {
  return (error) => {
    const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
    log.error({ name, code }, 'bug')
  }
}
