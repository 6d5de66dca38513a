/** Requirement A5: one wrapper runs the sign-in flow, and registration stands outside it. */
export type PagePart = 'sign-in' | 'registration'

/** The waiting screen of a user whose account is being created (A2). */
export const welcomePath = '/welcome'

/** Leads a path of no part to `/` in its place, so that a mistyped one loses no request (A4). */
export function openPart(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'state' | 'replaceState'>,
): PagePart {
  if (/^\/registration\/?$/.test(pathname)) return 'registration'
  if (pathname !== '/' && pathname !== welcomePath) {
    history.replaceState(history.state, '', `/${search}${hash}`)
  }
  return 'sign-in'
}
