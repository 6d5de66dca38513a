import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { VerifyAssertion, User } from './assertion.ts'
import { FORM_FIELD, icon, renderPage, script, stylesheet } from './page.ts'

interface SampleAppOptions {
  verify: VerifyAssertion
  /** The public origin of this application, which is the gate's. */
  origin: string
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const FORM_LIMIT_BYTES = 16 * 1024

/** A small application that identifies its users only by the gate's assertion. */
export function createSampleApp({ verify, origin }: SampleAppOptions): RequestListener {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname === '/healthz') return send(response, 200, 'text/plain', 'ok')

    const assertion = request.headers['x-goog-iap-jwt-assertion']
    const user = await verify(typeof assertion === 'string' ? assertion : undefined)
    if (user === null) {
      return send(response, 403, 'text/plain', 'This application is only reached through its gate.')
    }

    const { method } = request
    if (method === 'GET' && url.pathname === '/sample-app.js') {
      return send(response, 200, 'text/javascript', script)
    }
    if (method === 'GET' && url.pathname === '/sample-app.css') {
      return send(response, 200, 'text/css', stylesheet)
    }
    if (method === 'GET' && url.pathname === '/sample-app.svg') {
      return send(response, 200, 'image/svg+xml', icon)
    }
    if (method === 'GET' && url.pathname === '/api/user') {
      return send(response, 200, 'application/json', JSON.stringify(user))
    }
    if (method === 'POST') {
      const form = new URLSearchParams(await readForm(request))
      return sendPage(response, { user, address: url.href, posted: form.get(FORM_FIELD) ?? '' })
    }
    return sendPage(response, { user, address: url.href, posted: null })
  }

  return (request, response) => {
    respond(request, response).catch(() => {
      if (!response.headersSent) send(response, 400, 'text/plain', 'This request cannot be read.')
    })
  }
}

function sendPage(
  response: ServerResponse,
  content: { user: User; address: string; posted: string | null },
): void {
  send(response, 200, 'text/html', renderPage(content))
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}

async function readForm(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > FORM_LIMIT_BYTES) {
    throw new Error('The form is too long.')
  }
  return text(request)
}
