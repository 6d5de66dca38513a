import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCertificate } from '@foyer/tools/certificate'
import { project } from '../accounts.ts'
import { freePort } from '../engines/webkit/free-port.ts'
import { application } from './application.ts'
import { helperPages, providerScript } from './helper-pages.ts'
import { identityHosts } from './identity-service.ts'
import { startInternet } from './internet.ts'
import type { Answerer, Visit } from './internet.ts'
import { startProgram } from './program.ts'
import { relayTo } from './relay.ts'
import { cookiePath, thirdPartyCookie } from './third-party-cookie.ts'

/** A sign-in page and an application on two sites. The identity service is the emulator of the local stack. */
export interface TwoSites {
  login: string
  app: string
  /** Another sign-in page, whose helper pages are on a third site. */
  loginWithoutHelper: string
  /** The proxies through which a browser reaches all of them. */
  proxyUrl: string
  socksUrl: string
  /** The requests of the browser since the start, or since the list was emptied. */
  visits: Visit[]
  close: () => Promise<void>
}

const projectId = 'demo-foyer'
const hosts = {
  login: 'login.foyer-login.test',
  app: 'app.customer-app.test',
  loginWithoutHelper: 'login.other-login.test',
  /** `firebaseapp.com` is a public suffix, so this is a site of its own. */
  helper: `${projectId}.firebaseapp.com`,
} as const
const origins = {
  login: `https://${hosts.login}`,
  app: `https://${hosts.app}`,
  loginWithoutHelper: `https://${hosts.loginWithoutHelper}`,
} as const

export async function startTwoSites(): Promise<TwoSites> {
  const certificate = createCertificate()
  const ports = {
    login: await freePort(),
    loginWithoutHelper: await freePort(),
    gate: await freePort(),
    app: await freePort(),
  }
  const internet = await startInternet(
    certificate,
    new Map<string, Answerer>([
      [hosts.login, withHelperPages(relayTo(ports.login))],
      [hosts.loginWithoutHelper, relayTo(ports.loginWithoutHelper)],
      [hosts.app, withCookie(relayTo(ports.gate))],
      [hosts.helper, helperPages],
      ['apis.google.com', await providerScript()],
      ...identityHosts({
        key: certificate.key,
        authorizedDomains: [hosts.login, hosts.loginWithoutHelper, hosts.app],
      }),
    ]),
  )
  const behindGate = createServer(application(origins.app)).listen(ports.app, '127.0.0.1')
  const data = await mkdtemp(join(tmpdir(), 'foyer-two-sites-'))
  const start = (
    name: 'server' | 'gate',
    port: number,
    healthPath: string,
    settings: Record<string, string>,
  ) =>
    startProgram(name, settings, {
      internet: internet.proxyUrl,
      readyUrl: `http://127.0.0.1:${port}${healthPath}`,
    })
  const programs = await Promise.all([
    ...(['login', 'loginWithoutHelper'] as const).map((page) =>
      start('server', ports[page], '/readyz', serverSettings(page, ports[page])),
    ),
    start('gate', ports.gate, '/_gcp_iap/healthz', gateSettings(ports, data)),
  ])
  return {
    ...origins,
    proxyUrl: internet.proxyUrl,
    socksUrl: internet.socksUrl,
    visits: internet.visits,
    async close() {
      await Promise.all(programs.map((program) => program.end()))
      behindGate.close()
      internet.close()
      await rm(data, { recursive: true })
    },
  }
}

/** The server could pass them on itself, but only with an account service, which takes seconds to start. */
function withHelperPages(server: Answerer): Answerer {
  return (request, response) =>
    (request.url?.startsWith('/__/auth/') ? helperPages : server)(request, response)
}

/** One path of the application's host is not behind the gate. */
function withCookie(gate: Answerer): Answerer {
  const cookie = thirdPartyCookie(origins.login)
  return (request, response) => (request.url === cookiePath ? cookie : gate)(request, response)
}

function serverSettings(
  page: 'login' | 'loginWithoutHelper',
  port: number,
): Record<string, string> {
  return {
    FOYER_PORT: String(port),
    FOYER_PUBLIC_URL: origins[page],
    FOYER_API_KEY: project.apiKey,
    FOYER_AUTH_DOMAIN: page === 'login' ? hosts.login : hosts.helper,
    FOYER_PRODUCT_URL: `${origins.app}/`,
    FOYER_FUNCTION_URL: '/custom-token',
    FOYER_GATE_ORIGINS: origins.app,
    FOYER_LOG_LEVEL: 'warn',
    FOYER_DRAIN_SECONDS: '0',
  }
}

function gateSettings(ports: { gate: number; app: number }, data: string): Record<string, string> {
  return {
    GATE_PORT: String(ports.gate),
    GATE_PUBLIC_URL: origins.app,
    GATE_UPSTREAM: `http://127.0.0.1:${ports.app}`,
    GATE_LOGIN: `${origins.login}/`,
    GATE_PROJECT_ID: projectId,
    GATE_PROJECT_NUMBER: project.tid.slice(1),
    GATE_API_KEY: project.apiKey,
    GATE_DATA: join(data, 'gate'),
    GATE_LOG_LEVEL: 'warn',
    GATE_DRAIN_SECONDS: '0',
  }
}
