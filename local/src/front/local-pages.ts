import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { documentSheet } from '@foyer/design/sheet'
import type { Control } from '../control/control.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { Partner } from '../partner/invitations.ts'
import type { Providers } from '../providers/providers.ts'
import type { Receiver } from '../provisioning/receiver.ts'
import { newSecret } from '../totp/totp-factors.ts'
import type { TotpFactors } from '../totp/totp-factors.ts'
import { readGalleryFiles } from './gallery-files.ts'
import type { LocalFile } from './gallery-files.ts'
import { isOwnHost } from './own-host.ts'
import { answerWithStolen, stolenPasswordsPath } from './stolen-passwords.ts'

interface LocalPagesOptions {
  port: number
  control: Control
  inbox: Inbox
  /** The authenticator apps of the accounts that have one as their second factor. */
  authenticators: Pick<TotpFactors, 'add' | 'list'>
  providers: Providers
  provisioning: Receiver
  partner: Partner
}

interface Answer {
  status: number
  body: object
  /** The URL of a redirect. */
  location?: string
}

type RouteHandler = (request: IncomingMessage, query: URLSearchParams) => Answer | Promise<Answer>

const file = (name: string) => readFileSync(new URL(`../../public/${name}`, import.meta.url))

const files = new Map<string, LocalFile>([
  ...readGalleryFiles(fileURLToPath(new URL('../../../apps/login/gallery/dist', import.meta.url))),
  ['/local/helper-page.js', { type: 'text/javascript', body: file('helper-page.js') }],
  ['/local/gapi.js', { type: 'text/javascript', body: file('gapi.js') }],
  ['/local/design.css', { type: 'text/css', body: Buffer.from(documentSheet()) }],
  ['/local/emulator-page.css', { type: 'text/css', body: file('emulator-page.css') }],
  ['/local/inbox', { type: 'text/html', body: file('inbox.html') }],
  ['/local/inbox.js', { type: 'text/javascript', body: file('inbox.js') }],
  ['/local/inbox.css', { type: 'text/css', body: file('inbox.css') }],
])

const GALLERY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
// An email is shown in a sandboxed frame, which inherits this policy: its styles work, its scripts do not.
const INBOX_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Handles the requests under `/local/`, but only from programs on this machine and from the stack's own
 * pages.
 */
export function createLocalPages(options: LocalPagesOptions) {
  const routes = createRoutes(options)
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> => {
    const { method = 'GET' } = request
    const found = files.get(path)
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams

    if (!isOwnRequest(request, options.port)) {
      answer(response, 403, {
        error: 'This address answers only to this machine and its own pages.',
      })
    } else if (method === 'POST' && path.startsWith('/local/control/')) {
      const { status, body } = await options.control.act(path.slice('/local/control/'.length))
      answer(response, status, body)
    } else if (path.startsWith(stolenPasswordsPath) && isRead(method)) {
      answerWithStolen(response, path.slice(stolenPasswordsPath.length))
    } else if (found !== undefined && isRead(method)) {
      response.writeHead(200, {
        'content-type': `${found.type}; charset=utf-8`,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        ...(found.type === 'text/html' && {
          'content-security-policy': path === '/local/gallery/' ? GALLERY_POLICY : INBOX_POLICY,
        }),
      })
      response.end(found.body)
    } else {
      const route = routes[`${isRead(method) ? 'GET' : method} ${path}`] ?? notFound
      const { status, body, location } = await route(request, query)
      if (location !== undefined) response.setHeader('location', location)
      answer(response, status, body)
    }
  }
}

function createRoutes(options: LocalPagesOptions) {
  const { control, inbox, authenticators, providers, provisioning, partner } = options
  const routes: Record<string, RouteHandler> = {
    'GET /local/control': () => ok(control.status()),
    'GET /local/ready': () => {
      const status = control.status()
      return { status: status.ready ? 200 : 503, body: status }
    },
    'GET /local/inbox/messages': async () => ok({ messages: await inbox.messages() }),
    'POST /local/inbox/expire': (_request, query) => {
      inbox.expireCodes(query.get('to') ?? '')
      return ok({})
    },
    'GET /local/inbox/authenticators': () => ok({ authenticators: authenticators.list() }),
    // The factor itself is created in the emulator, with this uid.
    'POST /local/authenticators': (_request, query) => {
      const secret = newSecret()
      authenticators.add(query.get('uid') ?? '', query.get('account') ?? '', secret)
      return ok({ secret })
    },

    'GET /local/providers/google/tokeninfo': (_request, query) =>
      providerResponse(providers.tokeninfo(query.get('access_token') ?? ''), 400),
    'GET /local/providers/microsoft/me': ({ headers }) =>
      providerResponse(providers.me(headers.authorization?.replace(/^Bearer /, '') ?? ''), 401),

    'GET /local/provisioning': () => ok({ announcements: provisioning.announcements() }),
    'POST /local/provisioning': async (request) => {
      const { headers } = request
      return { status: provisioning.receive({ headers, body: await text(request) }), body: {} }
    },
    'POST /local/provisioning/fail': (_request, query) => {
      provisioning.fail(query.get('email') ?? '')
      return ok({})
    },
    'POST /local/provisioning/recover': (_request, query) => {
      provisioning.recover(query.get('email') ?? '')
      return ok({})
    },

    'GET /local/invitation': async (_request, query) => ({
      status: 303,
      body: {},
      location: await partner.invite(query),
    }),
  }
  return routes
}

const ok = (body: object): Answer => ({ status: 200, body })

const providerResponse = (about: object | null, refusal: number): Answer =>
  about === null ? { status: refusal, body: { error: 'invalid_token' } } : ok(about)

const notFound: RouteHandler = () => ({ status: 404, body: { error: 'There is nothing here.' } })

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** A page on another origin must not stop parts or read codes. */
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
