import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isProviderSignIn } from '../providers/identity-call.ts'
import { isEmulatorPage, rewriteEmulatorPage } from './emulator-page.ts'
import { isOwnHost } from './own-host.ts'
import type { Relay, Rewriting } from './relay.ts'

interface FrontProxyOptions {
  emulator: Relay
  server: Relay
  /** Answers everything under `/local/`. */
  local: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>
  onCodeSent: () => void
  /** What becomes of a sign-in by a provider, on its way to the emulator and back. */
  providerSignIn: Rewriting
}

// The identity SDK, told to use an emulator, puts the public service's host names into the path.
const EMULATOR_PATHS = [
  '/identitytoolkit.googleapis.com/',
  '/securetoken.googleapis.com/',
  '/www.googleapis.com/',
  '/emulator/',
]

/**
 * The login page's origin. The emulator is under it because browsers keep the storage of two
 * origins apart, and a sign-in by redirect would be lost on its way back.
 */
export function createFrontProxy({
  emulator,
  server,
  local,
  onCodeSent,
  providerSignIn,
}: FrontProxyOptions): RequestListener {
  return (request, response) => {
    const path = pathOf(request)
    if (!isOwnHost(request, request.socket.localPort)) {
      // The emulator shows codes and creates accounts on request; a page of another origin must not be
      // that, under a host name which it has pointed at this machine.
      response.writeHead(421).end()
    } else if (path === '/local' || path.startsWith('/local/')) {
      local(request, response, path).catch(() => response.destroy())
    } else if (isEmulatorPage(path)) {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const providerId = searchParams.get('providerId')
      emulator(request, response, { answer: (page) => rewriteEmulatorPage(page, providerId) })
    } else if (EMULATOR_PATHS.some((prefix) => path.startsWith(prefix))) {
      if (path.endsWith('/accounts:sendVerificationCode')) response.once('finish', onCodeSent)
      emulator(request, response, isProviderSignIn(path) ? providerSignIn : {})
    } else {
      server(request, response)
    }
  }
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/'
}
