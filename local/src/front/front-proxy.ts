import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isProviderSignIn } from '../providers/identity-call.ts'
import type { HelperPage } from '../initech/helper-page.ts'
import { returnPath } from '../initech/helper-page.ts'
import { isFactorCall } from '../totp/totp-stand-in.ts'
import type { TotpStandIn } from '../totp/totp-stand-in.ts'
import { isEmulatorPage, rewriteEmulatorPage } from './emulator-page.ts'
import { passwordPolicyPath, tellPasswordPolicy } from './password-policy.ts'
import { isOwnHost } from './own-host.ts'
import type { Relay, Rewriting } from './relay.ts'

interface FrontProxyOptions {
  emulator: Relay
  server: Relay
  /** Handles all requests under `/local/`. */
  local: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>
  onCodeSent: () => void
  /** Plays the identity service for companies with their own server. */
  helperPage: HelperPage
  /** Rewrites the request and the response of a sign-in with a provider. */
  providerSignIn: Rewriting
  /** Plays the second factor of authenticator apps. */
  totp: TotpStandIn
}

// With an emulator, the identity SDK puts the host names of the public service into the path.
const EMULATOR_PATHS = [
  '/identitytoolkit.googleapis.com/',
  '/securetoken.googleapis.com/',
  '/www.googleapis.com/',
  '/emulator/',
]

/**
 * The server at the login page's origin. The emulator is under the same origin, because browsers partition
 * storage by origin, and a sign-in by redirect would be lost otherwise.
 */
export function createFrontProxy({
  emulator,
  server,
  local,
  onCodeSent,
  helperPage,
  providerSignIn,
  totp,
}: FrontProxyOptions): RequestListener {
  const rewritingOf = (path: string): Rewriting => {
    if (path.startsWith('/emulator/')) return {}
    if (!isProviderSignIn(path)) return { answer: totp.rewrite }
    const { answer = (body: string) => body } = providerSignIn
    return { ...providerSignIn, answer: (body) => totp.rewrite(answer(body)) }
  }

  return (request, response) => {
    const path = pathOf(request)
    const searchParams = queryOf(request)
    if (!isOwnHost(request, request.socket.localPort)) {
      // DNS rebinding: a foreign site could point its host name at this machine and then read the emulator's
      // codes. So other host names are refused.
      response.writeHead(421).end()
    } else if (path === returnPath) {
      helperPage.comeBack(searchParams, response).catch(() => response.destroy())
    } else if (path === '/local' || path.startsWith('/local/')) {
      local(request, response, path).catch(() => response.destroy())
    } else if (path === passwordPolicyPath) {
      tellPasswordPolicy(response)
    } else if (isEmulatorPage(path)) {
      if (path === '/emulator/auth/handler' && helperPage.leave(searchParams, response)) return
      const providerId = searchParams.get('providerId')
      emulator(request, response, { answer: (page) => rewriteEmulatorPage(page, providerId) })
    } else if (EMULATOR_PATHS.some((prefix) => path.startsWith(prefix))) {
      if (sendsCode(path)) response.once('finish', onCodeSent)
      if (request.method === 'POST' && isFactorCall(path)) {
        totp.handle(request, response).catch(() => response.destroy())
      } else emulator(request, response, rewritingOf(path))
    } else {
      server(request, response)
    }
  }
}

const sendsCode = (path: string) => /\/accounts(?::sendVerificationCode|\/mfa\w+:start)$/.test(path)

function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(url.split('?', 2)[1])
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/'
}
