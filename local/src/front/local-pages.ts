import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import type { Control } from '../control/control.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { isOwnHost } from './own-host.ts'

interface LocalPagesOptions {
  port: number
  control: Control
  inbox: Inbox
}

const file = (name: string) => readFileSync(new URL(`../../public/${name}`, import.meta.url))

const files = new Map([
  ['/local/gapi.js', { type: 'text/javascript', body: file('gapi.js') }],
  ['/local/emulator-page.css', { type: 'text/css', body: file('emulator-page.css') }],
  ['/local/inbox', { type: 'text/html', body: file('inbox.html') }],
  ['/local/inbox.js', { type: 'text/javascript', body: file('inbox.js') }],
  ['/local/inbox.css', { type: 'text/css', body: file('inbox.css') }],
])

const INBOX_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What the stack itself answers, under `/local/`: to programs of this machine and to its own pages. */
export function createLocalPages({ port, control, inbox }: LocalPagesOptions) {
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> => {
    const { method } = request
    const found = files.get(path)

    if (!isOwnRequest(request, port)) {
      answer(response, 403, {
        error: 'This address answers only to this machine and its own pages.',
      })
    } else if (method === 'POST' && path.startsWith('/local/control/')) {
      const { status, body } = await control.act(path.slice('/local/control/'.length))
      answer(response, status, body)
    } else if (method !== 'GET' && method !== 'HEAD') {
      answer(response, 405, { error: 'Only GET is answered here.' })
    } else if (path === '/local/control') {
      answer(response, 200, control.status())
    } else if (path === '/local/ready') {
      const status = control.status()
      answer(response, status.ready ? 200 : 503, status)
    } else if (path === '/local/inbox/messages') {
      answer(response, 200, { messages: await inbox.messages() })
    } else if (found !== undefined) {
      response.writeHead(200, {
        'content-type': `${found.type}; charset=utf-8`,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        ...(found.type === 'text/html' && { 'content-security-policy': INBOX_POLICY }),
      })
      response.end(found.body)
    } else {
      answer(response, 404, { error: 'There is nothing here.' })
    }
  }
}

/** A page elsewhere must not stop parts or read codes. */
export function isOwnRequest(request: Pick<IncomingMessage, 'headers'>, port: number): boolean {
  const { host, origin } = request.headers
  return isOwnHost(request, port) && (origin === undefined || origin === `http://${host}`)
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(JSON.stringify(body))
}
