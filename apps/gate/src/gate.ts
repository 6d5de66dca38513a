import type http from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { answer } from './answer/answer.ts'
import { decide } from './decide.ts'
import { decideUpgrade } from './decide-upgrade.ts'
import { errorEntry } from './errors/gate-error.ts'
import { createGateParts, type GateDeps } from './gate-parts.ts'
import { createDrain } from './http/drain.ts'
import { createHttpServer } from './http/http-server.ts'
import { writeAnswer } from './http/write-answer.ts'
import { refuseUpgrade } from './proxy/forward-upgrade.ts'
import { createProxy } from './proxy/proxy.ts'

export interface Gate {
  server: http.Server
  /** Stops after the requests in flight or after this time, whichever is sooner. Later calls have no effect. */
  stop(graceMilliseconds: number): Promise<void>
}

interface ServedGateDeps extends GateDeps {
  /** How often connections that outlive their session are closed. */
  expiryCheckMilliseconds?: number
}

/** The gate as a server that does not listen yet. */
export function createGate(deps: ServedGateDeps): Gate {
  const { settings, store, log, expiryCheckMilliseconds = 1000 } = deps
  const parts = createGateParts(deps)
  const { connections, identify, signIn } = parts
  const proxy = createProxy({
    settings,
    jar: signIn.jar,
    pages: signIn.pages,
    connections,
    identify,
    log,
  })

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
    // Awaited only for a promise. The comment at `decide` says why.
    const decided = decide(req, parts)
    const decision = decided instanceof Promise ? await decided : decided
    if (decision.kind === 'answer') writeAnswer(res, decision)
    else await proxy.request(req, res, decision.session)
  }

  async function respondToUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
    const decision = decideUpgrade(req, signIn)
    if (decision.kind === 'forward') await proxy.socket(req, socket, head, decision.session)
    else refuseUpgrade(socket, errorEntry(decision.code).httpStatus)
  }

  function onRequest(req: IncomingMessage, res: ServerResponse) {
    if (drain.isStopping()) return
    drain.track(req, res)
    if (log.isLevelEnabled('debug')) logAnswer(req, res)
    respond(req, res).catch((error: unknown) => {
      logBug(error)
      if (res.headersSent) res.destroy()
      else writeAnswer(res, answer(500))
    })
  }

  function onUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer) {
    if (drain.isStopping()) {
      socket.destroy()
      return
    }
    respondToUpgrade(req, socket, head).catch((error: unknown) => {
      logBug(error)
      refuseUpgrade(socket, 500)
    })
  }

  const server = createHttpServer({ request: onRequest, socket: onUpgrade })
  const drain = createDrain(server)
  const expiryCheck = setInterval(() => connections.closeExpired(), expiryCheckMilliseconds).unref()

  let stopped: Promise<void> | undefined
  async function stopOnce(graceMilliseconds: number) {
    await drain.stop(graceMilliseconds)
    clearInterval(expiryCheck)
    proxy.close()
    await store.close()
  }

  return { server, stop: (graceMilliseconds) => (stopped ??= stopOnce(graceMilliseconds)) }
}
