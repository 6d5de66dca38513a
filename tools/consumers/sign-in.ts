import { Authentication } from '@foyer/iap-sign-in'
import type { AuthenticationHandler, CIAPError } from '@foyer/iap-sign-in'

/** Without a sign-in request in the URL, the engine reports an error, which shows that it runs. */
const handler: AuthenticationHandler = {
  getAuth() {
    throw new Error('There is no project to sign in to.')
  },
  startSignIn: () => Promise.reject(new Error('There is nobody to sign in.')),
  completeSignOut: () => Promise.resolve(),
  handleError(error: Error | CIAPError) {
    document.body.textContent = `The engine runs: ${error.message}`
  },
}

export function signIn(): void {
  new Authentication(handler).start().catch(() => {})
}

/** Never called. It only compiles if the declarations are found: types that became `any` would have no error. */
export function typed(error: CIAPError): void {
  // @ts-expect-error: the code is a text
  const code: number = error.code
  // @ts-expect-error: a handler has methods
  new Authentication({})
  void code
}
