import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { text } from 'node:stream/consumers'
import { accountRecord, idToken } from './account.ts'
import { answerBlank } from './answer-site.ts'
import type { Answerer } from './internet.ts'
import {
  application,
  authDomain,
  originalUri,
  projectNumber,
  startHost,
  targetUri,
  tid,
} from './urls.ts'

type Answer = object | string
type Service = (path: string, body: string) => Answer | null

/** All servers except the pages: Google's services, the identity-aware proxy and the application behind it. */
export function services(authorizedDomains: readonly string[]): ReadonlyMap<string, Answerer> {
  const project = { projectId: projectNumber, authorizedDomains }

  const identityService: Service = (path) => {
    if (path.endsWith('/getProjectConfig') || path === '/v1/projects') return project
    if (path === '/v1/accounts:lookup') return { users: [accountRecord()] }
    return null
  }
  const tokenService: Service = (path) => {
    if (path !== '/v1/token') return null
    const token = idToken(0)
    return {
      access_token: token,
      id_token: token,
      refresh_token: 'bench-refresh-token',
      expires_in: '3600',
      token_type: 'Bearer',
      user_id: accountRecord().localId,
      project_id: projectNumber,
    }
  }
  const redirectServer: Service = (_path, body) =>
    body.includes('"id_token"')
      ? { redirectToken: 'bench-redirect-token', originalUri, targetUri }
      : { originalUri, tenantIds: [tid] }

  const table: Record<string, Service> = {
    'www.googleapis.com': identityService,
    'identitytoolkit.googleapis.com': identityService,
    'securetoken.googleapis.com': tokenService,
    'iap.googleapis.com': redirectServer,
    [application]: () => '',
    [authDomain]: () => '',
    // The fonts and images that FirebaseUI requests, without the font files themselves.
    'fonts.googleapis.com': () => '@font-face{font-family:Roboto;src:local(Roboto)}',
    'www.gstatic.com': () => '<svg xmlns="http://www.w3.org/2000/svg" width="18" height="18"/>',
  }
  const answerers = Object.entries(table).map(
    ([host, service]) => [host, answering(service)] as const,
  )
  return new Map<string, Answerer>([...answerers, [startHost, answerBlank]])
}

function answering(service: Service): Answerer {
  return (request, response) => void serve(service, request, response)
}

async function serve(
  service: Service,
  request: Http2ServerRequest,
  response: Http2ServerResponse,
): Promise<void> {
  const { origin } = request.headers
  if (origin !== undefined) {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-allow-credentials', 'true')
  }
  if (request.method === 'OPTIONS') {
    const wanted = request.headers['access-control-request-headers'] ?? ''
    response.setHeader('access-control-allow-methods', 'GET, POST')
    response.writeHead(204, { 'access-control-allow-headers': wanted }).end()
    return
  }
  // The page stays, so that its final state can be measured.
  if (request.headers['sec-fetch-mode'] === 'navigate') {
    response.writeHead(204).end()
    return
  }
  const body = await text(request)
  const answer = service(request.url.replace(/\?.*/, ''), body)
  if (answer === null) response.writeHead(404).end()
  else if (typeof answer === 'object') {
    response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' })
    response.end(JSON.stringify(answer))
  } else {
    response.writeHead(200, { 'content-type': typeOf(request.headers['sec-fetch-dest'], answer) })
    response.end(answer)
  }
}

function typeOf(destination: string | string[] | undefined, answer: string): string {
  if (destination === 'style') return 'text/css'
  return answer.startsWith('<svg') ? 'image/svg+xml' : 'text/html'
}
