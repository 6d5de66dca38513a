import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { createGate } from '../app.ts'
import { loadGateKeys } from '../sealing/gate-keys.ts'
import { readSettings } from '../settings.ts'
import { openSpentTokens, type SpentTokens } from '../spent-tokens/spent-tokens.ts'
import { createIdentityPlatform, projectId, projectNumber } from './identity-platform.ts'
import { createTestBrowser, type Answer, type TestBrowser } from './test-browser.ts'

export const publicHost = 'app.corp.example'
export const publicOrigin = `https://${publicHost}`
export const loginOrigin = 'https://login.example.com'
export const apiKey = 'AIzaSyDEMO-only_not_a_real_key_0000000a'

interface TestGateOptions {
  /** The application. Without one, it tells back what it was sent, as JSON. */
  application?: http.RequestListener
  environment?: Record<string, string>
  /** What the clock says at the start, in seconds since 1970. */
  startsAt?: number
  /** Comes between the gate and its disk. */
  watchSpent?: (spent: SpentTokens) => SpentTokens
}

export type TestGate = Awaited<ReturnType<typeof startTestGate>>

/** A whole gate over real HTTP, with an application behind it and a clock that is set by hand. */
export async function startTestGate({
  application = echo,
  environment = {},
  startsAt = 1_800_000_000,
  watchSpent = (spent) => spent,
}: TestGateOptions = {}) {
  const clock = { now: startsAt }
  const now = () => clock.now
  const upstream = http.createServer(application)
  const upstreamPort = await listen(upstream)
  const directory = mkdtempSync(join(tmpdir(), 'foyer-gate-'))
  const settings = readSettings([], {
    GATE_UPSTREAM: `http://127.0.0.1:${upstreamPort}`,
    GATE_LOGIN: `${loginOrigin}/`,
    GATE_PUBLIC_URL: publicOrigin,
    GATE_PROJECT_ID: projectId,
    GATE_PROJECT_NUMBER: projectNumber,
    GATE_API_KEY: apiKey,
    GATE_TENANTS: 'Acme-x1y2z',
    GATE_DATA: directory,
    ...environment,
  })
  const identityPlatform = await createIdentityPlatform(now)
  const logged: string[] = []
  const gate = createGate({
    settings,
    keys: await loadGateKeys(settings.dataDirectory),
    spent: watchSpent(openSpentTokens(settings.dataDirectory, now)),
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    now,
    fetch: identityPlatform.fetch,
    overdueMilliseconds: 20,
  })
  const port = await listen(gate.server)
  return {
    port,
    server: gate.server,
    clock,
    settings,
    upstream,
    identityPlatform,
    logged,
    stopWithin: (graceMilliseconds: number) => gate.stop(graceMilliseconds),
    browser: () => createTestBrowser(port, settings.publicUrl.host),
    async stop() {
      await gate.stop(0)
      upstream.closeAllConnections()
      upstream.close()
      rmSync(directory, { recursive: true })
    },
  }
}

/** What the application was sent, as `echo` tells it. */
export interface Echo {
  method: string
  url: string
  headers: Record<string, string>
  rawHeaders: string[]
  body: string
}

const echo: http.RequestListener = (req, res) => {
  let body = ''
  req.setEncoding('utf8')
  req.on('data', (chunk: string) => (body += chunk))
  req.on('end', () => {
    const { method, url, headers, rawHeaders } = req
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ method, url, headers, rawHeaders, body }))
  })
}

export const echoed = (answer: Answer) => JSON.parse(answer.text) as Echo

/** The request that a redirect to the login page carries. */
export function loginRequestOf(answer: Answer): URL {
  return new URL(answer.headers.location ?? '')
}

export const stateOf = (answer: Answer) => loginRequestOf(answer).searchParams.get('state') ?? ''

export interface Exchange {
  redirectToken: string
  originalUri: string
  targetUri: string
}

/** What the login page posts to `redirect_uri`. */
export function post(browser: TestBrowser, body: unknown, headers: Record<string, string> = {}) {
  return browser.call('/_gcp_iap/handle_redirect', {
    method: 'POST',
    headers: { origin: loginOrigin, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** What the login page's script calls at `targetUri`. */
export function fetchCookie(
  browser: TestBrowser,
  redirectToken: string,
  headers: Record<string, string> = {},
) {
  return browser.call('/_gcp_iap/gcip_authenticate', {
    headers: { origin: loginOrigin, 'x-iap-3p-token': redirectToken, ...headers },
  })
}

/** Opens the address, and exchanges the token as the login page would. */
export async function beginSignIn(gate: TestGate, browser: TestBrowser, path = '/', claims = {}) {
  const state = stateOf(await browser.open(path))
  const answer = await post(browser, {
    id_token: await gate.identityPlatform.idToken(claims),
    state,
  })
  return { state, answer, exchange: JSON.parse(answer.text) as Exchange }
}

/** The whole way, to a browser that is signed in. */
export async function signIn(gate: TestGate, path = '/', claims = {}, browser = gate.browser()) {
  const { exchange } = await beginSignIn(gate, browser, path, claims)
  await fetchCookie(browser, exchange.redirectToken)
  return browser
}

async function listen(server: http.Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}
