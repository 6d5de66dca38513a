import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isEmulatorPage, rewriteEmulatorPage } from './emulator-page.ts'
import { isOwnHost } from './own-host.ts'
import type { Relay } from './relay.ts'

interface FrontProxyOptions {
  emulator: Relay
  server: Relay
  /** Answers everything under `/local/`. */
  local: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>
  onCodeSent: () => void
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
}: FrontProxyOptions): RequestListener {
  return (request, response) => {
    const path = pathOf(request)
    if (!isOwnHost(request, request.socket.localPort)) {
      // The emulator tells codes and makes accounts for whoever asks; a page elsewhere must not be
      // that, under a host name which it has pointed at this machine.
      response.writeHead(421).end()
    } else if (path === '/local' || path.startsWith('/local/')) {
      local(request, response, path).catch(() => response.destroy())
    } else if (isEmulatorPage(path)) {
      emulator(request, response, rewriteEmulatorPage)
    } else if (EMULATOR_PATHS.some((prefix) => path.startsWith(prefix))) {
      if (path.endsWith('/accounts:sendVerificationCode')) response.once('finish', onCodeSent)
      emulator(request, response)
    } else {
      server(request, response)
    }
  }
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/'
}
