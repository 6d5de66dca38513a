import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { answer, textAnswer } from './answer/answer.ts'
import { decide } from './decide.ts'
import { decideUpgrade } from './decide-upgrade.ts'
import { errorEntry } from './errors/gate-error.ts'
import type { GateParts } from './gate-parts.ts'
import type { Drain } from './http/drain.ts'
import type { HttpHandlers } from './http/http-server.ts'
import { writeAnswer } from './http/write-answer.ts'
import { refuseUpgrade } from './proxy/forward-upgrade.ts'
import type { Proxy } from './proxy/proxy.ts'
import { healthPath } from './request/own-paths.ts'
import { pathOf } from './request/request-head.ts'

interface HandlersDeps {
  parts: GateParts
  proxy: Proxy
  /** The server needs the handlers first. */
  drain: () => Drain
  log: Logger
}

/** Carries out what the gate decides about each request. */
export function createHandlers({ parts, proxy, drain, log }: HandlersDeps): HttpHandlers {
  /** Only the name and the code, because a message may contain what the user sent. */
  function logBug(error: unknown) {
    const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
    log.error({ name, code }, 'bug')
  }

  function logAnswer({ method }: IncomingMessage, res: ServerResponse) {
    const startedAt = performance.now()
    res.on('close', () => {
      const ms = Math.round(performance.now() - startedAt)
      log.debug({ method, status: res.statusCode, ms }, 'answered')
    })
  }

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (drain().hasBegun() && pathOf(req) === healthPath) {
      writeAnswer(res, textAnswer(503, 'stopping'))
      return
    }
    // Awaited only for a promise. The comment at `decide` says why.
    const decided = decide(req, parts)
    const decision = decided instanceof Promise ? await decided : decided
    if (decision.kind === 'answer') writeAnswer(res, decision)
    else await proxy.request(req, res, decision.session)
  }

  async function respondToUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
    const decision = decideUpgrade(req, parts.signIn)
    if (decision.kind === 'forward') await proxy.socket(req, socket, head, decision.session)
    else refuseUpgrade(socket, errorEntry(decision.code).httpStatus)
  }

  return {
    request(req, res) {
      if (drain().isStopping()) return
      drain().track(req, res)
      if (log.isLevelEnabled('debug')) logAnswer(req, res)
      respond(req, res).catch((error: unknown) => {
        logBug(error)
        if (res.headersSent) res.destroy()
        else writeAnswer(res, answer(500))
      })
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
