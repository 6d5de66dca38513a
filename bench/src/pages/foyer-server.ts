import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as send } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { fileURLToPath } from 'node:url'
import { answerBlank } from './answer-site.ts'
import type { Answerer } from './internet.ts'
import { apiKey, application, authDomain, projectNumber } from './urls.ts'

/** The built server of the product, in production mode, as its own process. */
export interface FoyerServer {
  readonly answer: Answerer
  close(): void
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** HTTP/2 has no connection headers. */
const ofTheConnection = new Set(['connection', 'keep-alive', 'transfer-encoding'])

export async function startFoyer(host: string, port: number): Promise<FoyerServer> {
  const ownInternet = new URL('own-internet.mjs', import.meta.url).href
  const server = spawn(process.execPath, ['--import', ownInternet, 'apps/server/dist/main.js'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      BENCH_PROJECT: JSON.stringify({
        projectId: projectNumber,
        authorizedDomains: [host, 'iap.googleapis.com'],
      }),
      FOYER_PORT: String(port),
      FOYER_PUBLIC_URL: `https://${host}`,
      FOYER_API_KEY: apiKey,
      FOYER_AUTH_DOMAIN: authDomain,
      FOYER_PRODUCT_URL: `https://${application}/`,
      FOYER_FUNCTION_URL: '/custom-token',
      FOYER_GATE_ORIGINS: `https://${application}`,
      FOYER_CONFIG_FILE: fileURLToPath(new URL('foyer-config.json', import.meta.url)),
      FOYER_LOG_LEVEL: 'warn',
      FOYER_DRAIN_SECONDS: '0',
    },
  })
  const ended = once(server, 'exit').then(() => {
    throw new Error('The Foyer server ended. See its message above.')
  })
  await Promise.race([ended, untilReady(port)])
  ended.catch(() => {})
  const agent = new Agent({ keepAlive: true })
  return { answer: passOn(port, agent), close: () => server.kill() }
}

async function untilReady(port: number): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Forwards like a load balancer, including early hints. */
function passOn(port: number, agent: Agent): Answerer {
  return (request, response) => {
    if (answerBlank(request, response)) return
    const { url: path, method, headers } = request
    const accepted = { 'accept-encoding': headers['accept-encoding'] ?? '' }
    send({ host: '127.0.0.1', port, path, method, agent, headers: accepted })
      .on('information', ({ headers }) =>
        response.stream.additionalHeaders({ ':status': 103, ...headers }),
      )
      .on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, headersOf(answer.headers))
        answer.pipe(response)
      })
      .on('error', () => response.writeHead(502).end())
      .end()
  }
}

function headersOf(headers: IncomingHttpHeaders) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.has(name)))
}
