import http from 'node:http'
import { listen } from './listen.ts'

type Json = Record<string, unknown>

/** Google's tokeninfo and Microsoft's Graph in miniature, over HTTP. */
export interface ProviderServer {
  tokeninfoUrl: string
  graphUrl: string
  /** What each provider answers about a token; a token that is not here is refused. */
  google: Map<string, Json>
  microsoft: Map<string, Json>
  /** What the next requests meet, one each, before they are answered again. */
  failures: Array<number | 'hang-up' | 'html' | 'redirect'>
  /** Paths without their query. */
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
