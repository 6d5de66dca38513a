import http from 'node:http'
import { listen } from './listen.ts'

type Json = Record<string, unknown>

/** A small version of Google's tokeninfo and Microsoft's Graph, over HTTP. */
export interface ProviderServer {
  tokeninfoUrl: string
  graphUrl: string
  /** The response of each provider for a token. Any other token is refused. */
  google: Map<string, Json>
  microsoft: Map<string, Json>
  /** How the next requests fail, one each. After that, requests succeed. */
  failures: Array<number | 'hang-up' | 'html' | 'redirect'>
  /** The paths of the requests, without their queries. */
  requests: string[]
  close(): Promise<void>
}

export async function startProviderServer(): Promise<ProviderServer> {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    provider.requests.push(url.pathname)
    const failure = provider.failures.shift()
    if (failure === 'hang-up') return request.socket.destroy()
    if (failure === 'html') return response.end('<html>')
    if (failure === 'redirect') return response.writeHead(302, { location: url.pathname }).end()
    if (failure !== undefined) return response.writeHead(failure).end('{}')

    const answer =
      url.pathname === '/tokeninfo'
        ? provider.google.get(url.searchParams.get('access_token') ?? '')
        : provider.microsoft.get((request.headers.authorization ?? '').replace('Bearer ', ''))
    const refused = url.pathname === '/tokeninfo' ? 400 : 401
    response.writeHead(answer === undefined ? refused : 200, { 'content-type': 'application/json' })
    return response.end(JSON.stringify(answer ?? { error: 'invalid_token' }))
  })
  const { host, close } = await listen(server)

  const provider: ProviderServer = {
    tokeninfoUrl: `http://${host}/tokeninfo`,
    graphUrl: `http://${host}/v1.0`,
    google: new Map(),
    microsoft: new Map(),
    failures: [],
    requests: [],
    close,
  }
  return provider
}
