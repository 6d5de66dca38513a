import type { ServerResponse } from 'node:http'
import type { AuthEvent, CompanySignIn } from './company-sign-in.ts'

/** Where the company's server sends the user back, on the origin of the sign-in page. */
export const returnPath = '/local/oidc/return'

/** What the identity service's helper page does for a company with its own server. */
export interface HelperPage {
  /** Redirects to the company's server. Returns false if the emulator itself plays the provider of this request. */
  leave: (query: URLSearchParams, response: ServerResponse) => boolean
  /** Hands the result to the SDK. */
  comeBack: (query: URLSearchParams, response: ServerResponse) => Promise<void>
}

export function createHelperPage(signIn: CompanySignIn): HelperPage {
  return {
    leave(query, response) {
      const location = signIn.begin(query)
      if (location === null) return false
      response.writeHead(302, { location, 'cache-control': 'no-store' }).end()
      return true
    },
    async comeBack(query, response) {
      const result = await signIn.complete(query)
      response.writeHead(result === null ? 400 : 200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; script-src 'self'",
      })
      response.end(result === null ? '<title>Unknown sign-in</title>' : returnPage(result))
    },
  }
}

/** Its script hands the event to the SDK, as the emulator's own page does. */
function returnPage(event: AuthEvent): string {
  const data = JSON.stringify(event).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Signing in</title>
<body data-event="${data}">
<script src="/local/helper-page.js"></script>
</body>
</html>
`
}
