import type http from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { answer } from './answers/answer.ts'
import { createIdentityHeaders } from './assertion/assertion.ts'
import { publicKeysOf } from './assertion/public-keys.ts'
import { createDrain } from './drain.ts'
import { createHttpServer } from './http-server.ts'
import { createKeySet } from './id-token/key-set.ts'
import { createIdTokenVerifier } from './id-token/verify-id-token.ts'
import { refuseUpgrade } from './proxy/forward-upgrade.ts'
import { createUpgrades } from './proxy/upgrades.ts'
import { createUpstream } from './proxy/upstream.ts'
import { createCookieJar } from './request/cookies.ts'
import { respond } from './respond.ts'
import type { GateKeys } from './sealing/gate-keys.ts'
import { createSealedBox } from './sealing/sealed-box.ts'
import { createOpenConnections } from './session/open-connections.ts'
import type { Session } from './session/session.ts'
import { createSessions } from './session/sessions.ts'
import type { Settings } from './settings.ts'
import { redirectTokenLength, type RedirectToken, type State } from './sign-in/attempt.ts'
import type { SignInPorts } from './sign-in/sign-in-ports.ts'
import type { SpentTokens } from './spent-tokens/spent-tokens.ts'

export interface GatePorts {
  settings: Settings
  keys: GateKeys
  spent: SpentTokens
  log: Logger
  /** Whole seconds since 1970: many verifiers refuse an assertion with fractions of them. */
  now: () => number
  fetch: typeof fetch
  /** How often it is looked for what is open past its session's end. */
  overdueMilliseconds?: number
}

export interface Gate {
  server: http.Server
  /** Lets requests in flight finish for a while, then closes what is left. Twice is once. */
  stop(graceMilliseconds: number): Promise<void>
}

/** The gate as a server that listens nowhere yet. */
export function createGate(gatePorts: GatePorts): Gate {
  const { settings, keys, spent, log, now, fetch, overdueMilliseconds = 1000 } = gatePorts
  const jar = createCookieJar(settings.publicUrl)
  const connections = createOpenConnections({
    graceSeconds: settings.streamGraceSeconds,
    answerSeconds: settings.upstreamTimeoutSeconds,
    now,
  })
  const sessions = createSessions({
    box: createSealedBox<Session>(keys.sealing, 'session.v1'),
    settings,
    jar,
    spent,
    connections,
    now,
  })
  const keySet = createKeySet(settings.jwksUrl, { fetch, now })
  const signIn: SignInPorts = {
    settings,
    now,
    jar,
    sessions,
    stateBox: createSealedBox<State>(keys.sealing, 'state.v1'),
    redirectTokenBox: createSealedBox<RedirectToken>(
      keys.sealing,
      'redirect-token.v1',
      redirectTokenLength,
    ),
    spent,
    verifyIdToken: createIdTokenVerifier(settings, keySet, now),
    log,
  }
  const identify = createIdentityHeaders({ key: keys.assertion, settings, now })
  const upstream = createUpstream(settings.upstream)
  const { publicUrl, trustedProxies, passedHeaders, upstreamTimeoutSeconds } = settings
  const silenceMilliseconds = upstreamTimeoutSeconds * 1000
  const rules = { jar, publicUrl, trustedProxies, passedHeaders }
  const proxy = { ...rules, upstream, silenceMilliseconds, log }

  const publicKeys = publicKeysOf(keys.assertion)
  const ports = { signIn, connections, identify, publicKeys, proxy }
  const upgrades = createUpgrades({ settings, sessions, connections, identify, proxy })

  /** Name and code alone: a message may quote what the visitor sent. */
  function logBug(error: unknown) {
    const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
    log.error({ name, code }, 'bug')
  }

  function handle(req: IncomingMessage, res: ServerResponse) {
    if (drain.isStopping()) return
    drain.track(req, res)
    const startedAt = performance.now()
    res.on('close', () => {
      const ms = Math.round(performance.now() - startedAt)
      log.debug({ method: req.method, status: res.statusCode, ms }, 'answered')
    })
    respond(req, res, ports).catch((error: unknown) => {
      logBug(error)
      if (res.headersSent) res.destroy()
      else answer(res, 500, {})
    })
  }

  const server = createHttpServer({
    request: handle,
    socket(req, socket, head) {
      if (drain.isStopping()) {
        socket.destroy()
        return
      }
      upgrades.respond(req, socket, head).catch((error: unknown) => {
        logBug(error)
        refuseUpgrade(socket, 500)
      })
    },
  })
  const drain = createDrain(server)

  const overdue = setInterval(() => connections.closeOverdue(), overdueMilliseconds).unref()

  let stopped: Promise<void> | undefined
  async function stopOnce(graceMilliseconds: number) {
    await drain.stop(graceMilliseconds)
    clearInterval(overdue)
    upstream.close()
    spent.close()
  }

  return { server, stop: (graceMilliseconds) => (stopped ??= stopOnce(graceMilliseconds)) }
}
