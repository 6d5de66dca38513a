import { project } from './accounts.ts'
import { stack } from './stack.ts'

/** A valid sign-in request, with these parameters replaced, or removed where null. */
export function signInRequest(changes: Readonly<Record<string, string | null>> = {}): string {
  const parameters: Record<string, string | null> = {
    mode: 'login',
    apiKey: project.apiKey,
    tid: project.tid,
    redirect_uri: `${stack.gate}/_gcp_iap/handle_redirect`,
    state: 'v1.eyJuIjoiYWJjIn0.k3Yk',
    ...changes,
  }
  const url = new URL(stack.login)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, value)
  }
  return url.href
}

/** The sign-in page, or another page of its origin, with a custom token. */
export function withToken(token: string, page = `${stack.login}/`): string {
  const url = new URL(page)
  url.searchParams.set('access_token', token)
  return url.href
}
