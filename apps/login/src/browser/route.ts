/** Requirement A5: registration is not part of the sign-in flow. */
export type Route = 'sign-in' | 'registration'

/** The path that is shown while a new user's account is being created (A2). */
export const welcomePath = '/welcome'

/** Replaces an unknown path by `/`, so that a mistyped path does not lose the request (A4). */
export function openRoute(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'state' | 'replaceState'>,
): Route {
  if (/^\/registration\/?$/.test(pathname)) return 'registration'
  if (pathname !== '/' && pathname !== welcomePath) {
    history.replaceState(history.state, '', `/${search}${hash}`)
  }
  return 'sign-in'
}
