import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { Site } from './sites.ts'

export interface Request {
  path: string
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** The client's own address, where the server limits what one client may do. */
  from?: string
}

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

export interface Client {
  /** Over TLS, through nginx, on one of the kept connections. */
  ask(site: Site, request: Request): Promise<Answer>
  /** Past nginx, at one gate, on a connection of its own. */
  askGate(port: number, site: Site, request: Request): Promise<Answer>
  /** How many requests were repeated because a kept connection had been closed. Browsers do the same. */
  repetitions(): number
  close(): void
}

/** A client that costs little: it keeps its connections, so that TLS handshakes are rare. */
export function createClient(nginx: { port: number; ca: string }, timeoutMs: number): Client {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 128, ca: nginx.ca })
  /** Connections that had a request. `reusedSocket` is missing on those that a waiting request takes over. */
  const used = new WeakSet<Socket>()
  let repetitions = 0

  async function ask(site: Site, request: Request): Promise<Answer> {
    const options = {
      port: nginx.port,
      servername: site,
      ca: nginx.ca,
      agent: request.from === undefined ? agent : false,
      timeout: timeoutMs,
      ...optionsOf(site, request),
    }
    for (;;) {
      const sent = https.request(options)
      let isReused = false
      sent.on('socket', (socket) => {
        isReused = used.has(socket)
        used.add(socket)
      })
      try {
        return await answerTo(sent, request.body)
      } catch (error) {
        if (!isReused || !isReset(error)) throw error
        repetitions += 1
      }
    }
  }

  return {
    ask,
    askGate: (port, site, request) =>
      answerTo(
        http.request({ port, agent: false, timeout: timeoutMs, ...optionsOf(site, request) }),
        request.body,
      ),
    repetitions: () => repetitions,
    close: () => agent.destroy(),
  }
}

function optionsOf(site: Site, { path, method = 'GET', headers = {}, body, from }: Request) {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return {
    host: '127.0.0.1',
    path,
    method,
    headers: { host: site, ...headers, ...length },
    ...(from !== undefined && { localAddress: from }),
  }
}

function answerTo(request: http.ClientRequest, body: string | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error('no response in time')))
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      )
    })
    request.end(body)
  })
}

const isReset = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code))
