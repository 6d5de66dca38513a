import type { AccessPolicy } from '@foyer/contract/access-policy'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import type { GateCounts } from '../events/gate-counts.ts'
import { createGate } from '../gate.ts'
import { createGateParts, type GateDeps } from '../gate-parts.ts'
import { createFolderStore } from '../data/folder-store.ts'
import type { GateStore } from '../data/gate-store.ts'
import { loadOwnKeys } from '../data/key-file.ts'
import { createKeyRing } from '../data/key-ring.ts'
import { openSpentTokens } from '../data/spent-tokens.ts'
import { readSettings } from '../settings/settings.ts'
import { createIdentityPlatform, projectId, projectNumber } from './identity-platform.ts'
import { sendToParts } from './send-to-parts.ts'
import { createTestBrowser, sendTo, type Answer, type TestBrowser } from './test-browser.ts'

export const publicHost = 'app.corp.example'
export const publicOrigin = `https://${publicHost}`
export const loginOrigin = 'https://login.example.com'
export const apiKey = 'AIzaSyDEMO-only_not_a_real_key_0000000a'

interface TestGateOptions {
  environment?: Record<string, string>
  /** The clock at the start, in seconds since 1970. */
  startsAt?: number
  /** Counts of the metrics, which are otherwise not measured. */
  counts?: GateCounts
  /** Wraps the store. */
  watchStore?: (store: GateStore) => GateStore
}

interface StartedGateOptions extends TestGateOptions {
  /** The application. By default, it returns the request as JSON. */
  application?: http.RequestListener
}

export type TestGate = Awaited<ReturnType<typeof createTestGate>>
export type StartedGate = Awaited<ReturnType<typeof startTestGate>>

/** The ports of a gate, with a clock that the test sets. */
async function createDeps(upstreamPort: number, options: TestGateOptions) {
  const { environment = {}, startsAt = 1_800_000_000, watchStore = (store) => store } = options
  const clock = { now: startsAt }
  const now = () => clock.now
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
  const deps: GateDeps = {
    settings,
    keys: createKeyRing(loadOwnKeys(settings.dataDirectory, now), now),
    store: watchStore(createFolderStore(openSpentTokens(settings.dataDirectory, now))),
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    now,
    fetch: identityPlatform.fetch,
    ...(options.counts && { counts: options.counts }),
  }
  const removeData = () => rmSync(directory, { recursive: true })
  return { deps, clock, settings, identityPlatform, logged, removeData }
}

/** A gate's decisions, without a socket. A forwarded request is returned as JSON. */
export async function createTestGate(options: TestGateOptions = {}) {
  const { deps, removeData, ...seen } = await createDeps(1, options)
  const all = createGateParts(deps)
  const parts = all.siteOf({ headers: {} })
  const send = sendToParts((request) => all.siteOf(request))
  return {
    ...seen,
    parts,
    browser: () => createTestBrowser(seen.settings.publicUrl.host, send),
    async stop() {
      await deps.store.close()
      removeData()
    },
  }
}

/** A whole gate over real HTTP, in front of an application. */
export async function startTestGate({ application = echo, ...options }: StartedGateOptions = {}) {
  const upstream = http.createServer(application)
  const { deps, removeData, ...seen } = await createDeps(await listen(upstream), options)
  const gate = createGate({ ...deps, expiryCheckMilliseconds: 20 })
  const port = await listen(gate.server)
  const authPort = gate.authServer ? await listen(gate.authServer) : 0
  return {
    ...seen,
    port,
    authPort,
    server: gate.server,
    upstream,
    drain: () => gate.drain(),
    stopListening: () => gate.stopListening(),
    replacePolicy: (policy: AccessPolicy | undefined) => gate.replacePolicy(policy),
    allowTenants: (ids: readonly string[]) => gate.allowTenants(ids),
    stopWithin: (graceMilliseconds: number) => gate.stop(graceMilliseconds),
    browser: () => createTestBrowser(seen.settings.publicUrl.host, sendTo(port)),
    async stop() {
      await gate.stop(0)
      upstream.closeAllConnections()
      upstream.close()
      removeData()
    },
  }
}

/** The request that the application got, as `echo` returns it. */
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

/** The URL of the sign-in page in a redirect. */
export function loginRequestOf(answer: Answer): URL {
  return new URL(answer.headers.location ?? '')
}

export const stateOf = (answer: Answer) => loginRequestOf(answer).searchParams.get('state') ?? ''

export interface Exchange {
  redirectToken: string
  originalUri: string
  targetUri: string
}

/** Posts to `redirect_uri`, as the sign-in page does. */
export function post(browser: TestBrowser, body: unknown, headers: Record<string, string> = {}) {
  return browser.call('/_gcp_iap/handle_redirect', {
    method: 'POST',
    headers: { origin: loginOrigin, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Calls `targetUri`, as the script of the sign-in page does. */
export function fetchCookie(
  browser: TestBrowser,
  redirectToken: string,
  headers: Record<string, string> = {},
) {
  return browser.call('/_gcp_iap/gcip_authenticate', {
    headers: { origin: loginOrigin, 'x-iap-3p-token': redirectToken, ...headers },
  })
}

/** Opens the URL, and exchanges an ID token as the sign-in page does. */
export async function beginSignIn(
  gate: Pick<TestGate, 'identityPlatform'>,
  browser: TestBrowser,
  path = '/',
  claims = {},
) {
  const state = stateOf(await browser.open(path))
  const answer = await post(browser, {
    id_token: await gate.identityPlatform.idToken(claims),
    state,
  })
  return { state, answer, exchange: JSON.parse(answer.text) as Exchange }
}

/** Signs in completely, and resolves to the browser. */
export async function signIn(
  gate: Pick<TestGate, 'identityPlatform' | 'browser'>,
  path = '/',
  claims = {},
  browser = gate.browser(),
) {
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
