import type { Answerer } from './internet.ts'

/** The application behind the gate. It shows whom the gate names, as the local stack's application does. */
export function application(origin: string): Answerer {
  return ({ url = '/', headers }, response) => {
    const email = /[^:]*$/.exec(String(headers['x-goog-authenticated-user-email']))?.[0]
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html>
      <title>Application</title>
      <p id="email">${email}</p>
      <p id="address">${origin}${url}</p>
      <a href="/?gcp-iap-mode=GCIP_SIGNOUT">Sign out</a>`)
  }
}
