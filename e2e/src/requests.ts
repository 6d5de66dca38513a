import { project } from './accounts.ts'
import { stack } from './stack.ts'

/** A sign-in request of our own making, good but for what is replaced. */
export function signInRequest(changes: Readonly<Record<string, string | null>> = {}): string {
  const parameters: Record<string, string | null> = {
    mode: 'login',
    apiKey: project.apiKey,
    tid: project.tid,
    redirect_uri: `${stack.gate}/_gcp_iap/handle_redirect`,
    state: 'v1.eyJuIjoiYWJjIn0.k3Yk',
    ...changes,
  }
  const address = new URL(stack.login)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) address.searchParams.set(name, value)
  }
  return address.href
}
