/**
 * What a user can do about a failure.
 *
 * - `retry`: the same again may work.
 * - `options`: another method or account may work; back to the sign-in buttons.
 * - `contact`: only a person can help.
 * - `application`: the user opens the application again, which makes a fresh request.
 * - `product`: the same, and the browser goes there by itself (G3).
 * - `restart`: the request itself is used up; begin again from the application.
 * - `reload`: this page is older than its server.
 * - `newWindow`: the same page, but not inside another.
 * - `signOut`: the account is fine, what came of it is not; a new start may help.
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
