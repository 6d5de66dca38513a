/**
 * What a user can do about a failure.
 *
 * - `retry`: the same step may succeed.
 * - `options`: another method or account may work; back to the sign-in buttons.
 * - `contact`: only the operator can help.
 * - `application`: the user opens the application again, which creates a new request.
 * - `product`: like `application`, but the browser navigates without a click (G3).
 * - `restart`: the request has expired or was used; begin again from the application.
 * - `reload`: the page is older than its server.
 * - `newWindow`: open the same page outside the frame.
 * - `signOut`: the account works, but the step with it failed; a new start may help.
 */
export type Action =
  | 'retry'
  | 'options'
  | 'contact'
  | 'application'
  | 'product'
  | 'restart'
  | 'reload'
  | 'newWindow'
  | 'signOut'
