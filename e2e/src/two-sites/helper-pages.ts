import { stack } from '../stack.ts'
import type { Answerer } from './internet.ts'
import { relayToStack } from './relay.ts'

const returnPath = '/__/auth/return'

// The emulator's page returns with the press that chooses an account. The page would take that for a navigation of the
// user. A real provider redirects to a helper page, which returns by itself.
const emulatorPages = relayToStack({
  path: (path) => path.replace(/^\/__\//, '/emulator/'),
  body: (html) =>
    html
      .replace('/local/gapi.js', 'https://apis.google.com/js/api.js')
      .replace(
        'window.location = redirectUrl',
        `window.location = '${returnPath}?' + encodeURIComponent(redirectUrl)`,
      ),
})

/** The identity service's pages that redirect to a provider, and keep its answer for the sign-in page. */
export const helperPages: Answerer = (request, response) => {
  if (request.url?.startsWith(returnPath) !== true) return emulatorPages(request, response)
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end('<script>location.replace(decodeURIComponent(location.search.slice(1)))</script>')
}

/** The local stack's stand-in for Google's script, changed so that it also talks to a frame of another origin. */
export async function providerScript(): Promise<Answerer> {
  const response = await fetch(`${stack.login}/local/gapi.js`)
  const script = (await response.text())
    .replace('event.origin !== location.origin ||', '')
    .replace(', location.origin)', ", '*')")
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
  }
}
