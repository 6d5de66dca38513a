import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { answerTo, loginOrigin, willCut } from './answers.ts'
import type { Answer, Answers, Endpoint } from './answers.ts'
import type { WireRequest } from './trace.ts'

/** The content and the answers of the servers of one scenario. */
export interface Scene {
  readonly answers: Answers
  /** Pages and scripts by URL without query, with their content type. */
  readonly files: ReadonlyMap<string, { readonly type: string; readonly body: string }>
  /** Called for each request and each answer. */
  readonly arrived?: () => void
}

/**
 * One proxy on loopback stands in for all servers: plain HTTP arrives with its whole URL, and tunnels end here. So
 * each host keeps the name and port that the protocol gives it, and nothing leaves the machine.
 */
export interface Internet {
  readonly proxy: string
  /** The requests since the scene began. */
  readonly requests: readonly WireRequest[]
  /** The number of calls whose answer is still to come. */
  unanswered(): number
  begin(scene: Scene): void
  close(): void
}

/** A page that always exists, at the sign-in page's origin. */
export const blankPage = `${loginOrigin}/blank`

const telling = ['content-type', 'x-iap-3p-token', 'cookie', 'cache-control']
const blank = { type: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }
const empty: Scene = { answers: {}, files: new Map() }

export async function createInternet(certificate: {
  key: string
  cert: string
}): Promise<Internet> {
  let scene = empty
  let requests: WireRequest[] = []
  let calls: Record<Endpoint, number> = { lookup: 0, exchange: 0, sessionInfo: 0, cookie: 0 }
  let unanswered = 0
  const sockets = new Set<Socket>()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = addressOf(request)
    if (willCut(scene.answers)) response.setHeader('connection', 'close')
    const file = address === blankPage ? blank : scene.files.get(address.replace(/[?#].*/, ''))
    if (file) {
      response.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store' })
      response.end(file.body)
      return
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204, allowance(request, { preflight: true })).end()
      return
    }
    if (!isOfTheProtocol(request)) {
      response.writeHead(404).end()
      return
    }
    const served = scene
    const body = await read(request)
    if (served !== scene) return
    const isNavigation = navigates(request)
    requests.push({
      method: request.method ?? '',
      address,
      headers: isNavigation ? {} : comparedHeaders(request, body),
      body,
      isNavigation,
    })
    // After 204 the browser stays on the page, so that its final state can be compared.
    if (isNavigation) response.writeHead(204).end()
    else {
      const endpoint = endpointOf(request, address, body)
      const identity = scene.answers.identity?.[address.replace(/.*\/|\?.*/g, '')]
      const answer = endpoint
        ? answerTo(scene.answers, endpoint, calls[endpoint]++)
        : identity
          ? { json: identity }
          : { status: 404, text: 'No such URL' }
      reply(request, response, answer)
    }
  }

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    unanswered += 1
    void serve(request, response).finally(() => {
      unanswered -= 1
      scene.arrived?.()
    })
  }
  const plain = createServer(handle)
  const secure = createTlsServer(certificate, handle)
  plain.on('connect', (_request, socket: Socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    secure.emit('connection', socket)
  })
  plain.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))

  return {
    proxy: `http://127.0.0.1:${(plain.address() as AddressInfo).port}`,
    get requests() {
      return requests
    },
    unanswered: () => unanswered,
    begin(next) {
      scene = next
      requests = []
      calls = { lookup: 0, exchange: 0, sessionInfo: 0, cookie: 0 }
    },
    close() {
      for (const socket of sockets) socket.destroy()
      plain.close()
    },
  }
}

/** Excludes images, styles and the browser's own requests. */
function isOfTheProtocol(request: IncomingMessage): boolean {
  const { origin, 'sec-fetch-mode': mode } = request.headers
  return mode ? mode !== 'no-cors' : origin !== undefined || navigates(request)
}

function addressOf(request: IncomingMessage): string {
  const url = request.url ?? '/'
  return url.startsWith('/') ? `https://${request.headers.host ?? ''}${url}` : url
}

/** Browsers send this header only over TLS and to localhost. */
function navigates({ headers }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode']
  return mode ? mode === 'navigate' : (headers.accept?.includes('text/html') ?? false)
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function comparedHeaders(request: IncomingMessage, body: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of telling) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  // Without a body the type has no meaning, and our engine avoids the round trip of its preflight.
  if (!body) delete headers['content-type']
  return headers
}

function endpointOf(request: IncomingMessage, address: string, body: string): Endpoint | null {
  if (address.startsWith('https://www.googleapis.com/')) return 'lookup'
  if (address.startsWith('https://identitytoolkit.')) return null
  if (request.method === 'POST') return body.includes('"id_token"') ? 'exchange' : 'sessionInfo'
  return request.headers['x-iap-3p-token'] ? 'cookie' : null
}

function reply(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (answer === 'silence') return
  if (answer === 'cut') {
    request.socket.destroy()
    return
  }
  const [type, body] =
    'json' in answer
      ? ['application/json; charset=UTF-8', JSON.stringify(answer.json)]
      : [answer.type ?? 'text/html', answer.text]
  response
    .writeHead(answer.status ?? 200, { 'content-type': type, ...allowance(request) })
    .end(body)
}

function allowance(request: IncomingMessage, { preflight = false } = {}): Record<string, string> {
  const { origin } = request.headers
  if (!origin) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    ...(preflight && {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
    }),
  }
}
