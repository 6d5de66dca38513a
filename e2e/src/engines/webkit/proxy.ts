import { createServer, request as ask } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Answer, FlowRequest, FlowRoute } from '../api/flow.ts'
import { Journal } from './journal.ts'

type Handler = (route: FlowRoute) => unknown

/** Through which the browser sends all requests: W3C WebDriver can neither watch nor answer them. */
export interface Proxy {
  url: string
  journal: Journal
  setOffline: (isOffline: boolean) => void
  route: (pattern: string, handler: Handler) => void
  unroute: (pattern: string) => void
  close: () => void
}

/** @param next the URL of the proxy that gets the tunnels for `https`. Without it, they lead to this machine. */
export async function startProxy(
  onRequest: (request: FlowRequest) => void,
  next?: string,
): Promise<Proxy> {
  const routes = new Map<string, Handler>()
  const journal = new Journal()
  let isOffline = false

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (isOffline) return void outgoing.destroy()
    const body = await buffer(incoming)
    const request = describe(incoming)
    onRequest(request)
    const send: Send = (headers) => forward(incoming, body, headers)
    // As in Playwright, the newest route wins.
    const [, handler] = [...routes].findLast(([pattern]) => matches(request.url(), pattern)) ?? []
    if (handler === undefined) return write(outgoing, await send())
    await handler(createRoute(request, send, outgoing))
  }

  const server = createServer((incoming, outgoing) => {
    journal.add(incoming, outgoing)
    respond(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.on('connect', ({ url = '' }: IncomingMessage, socket, head: Buffer) => {
    const port = Number((next ?? url).split(':').at(-1))
    const upstream = connect(port, '127.0.0.1', () => {
      if (next === undefined) socket.write('HTTP/1.1 200 OK\r\n\r\n')
      else upstream.write(`CONNECT ${url} HTTP/1.1\r\n\r\n`)
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    journal,
    setOffline(value) {
      isOffline = value
    },
    route(pattern, handler) {
      routes.delete(pattern)
      routes.set(pattern, handler)
    },
    unroute: (pattern) => void routes.delete(pattern),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** @param changes replace headers of the request */
type Send = (changes?: Record<string, string>) => Promise<Whole>

interface Whole {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

function createRoute(request: FlowRequest, send: Send, outgoing: ServerResponse): FlowRoute {
  return {
    request: () => request,
    async fetch() {
      // As with Playwright, a test reads the body without its compression.
      const whole = await send({ 'accept-encoding': 'identity' })
      return {
        headers: () =>
          Object.fromEntries(
            Object.entries(whole.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
          ),
        json: async () => JSON.parse(whole.body.toString()) as unknown,
        status: () => whole.status,
        text: async () => whole.body.toString(),
      }
    },
    async fulfill({ status = 200, headers, contentType, json, body = '' }: Answer) {
      write(outgoing, {
        status,
        headers: {
          ...headers,
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(contentType !== undefined && { 'content-type': contentType }),
        },
        body: Buffer.from(json === undefined ? body : JSON.stringify(json)),
      })
    },
    async continue() {
      write(outgoing, await send())
    },
    async abort() {
      outgoing.destroy()
    },
  }
}

function describe({ method = '', url = '', headers }: IncomingMessage): FlowRequest {
  return {
    url: () => url,
    method: () => method,
    headers: () =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
      ),
    isNavigationRequest: () => headers['sec-fetch-mode'] === 'navigate',
  }
}

/** Sends the request to this machine, whatever its host. */
function forward(
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
  changes: Record<string, string> = {},
): Promise<Whole> {
  const { port, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const upstream = ask(
      {
        host: '127.0.0.1',
        port,
        method,
        path: `${pathname}${search}`,
        headers: { ...withoutHop(headers), ...changes, connection: 'close' },
      },
      (answer) => {
        buffer(answer).then(
          (whole) =>
            resolve({
              status: answer.statusCode ?? 502,
              headers: withoutHop(answer.headers),
              body: whole,
            }),
          reject,
        )
      },
    )
    upstream.on('error', reject)
    upstream.end(body)
  })
}

function write(outgoing: ServerResponse, { status, headers, body }: Whole): void {
  outgoing.writeHead(status, { ...withoutHop(headers), 'content-length': body.length })
  outgoing.end(body)
}

const hopByHop = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
])

function withoutHop(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || hopByHop.has(name) ? [] : [[name, value]],
    ),
  )
}

/** The two wildcards of Playwright's patterns. */
function matches(url: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '.*')
  return new RegExp(`^${source}$`).test(url)
}
