/** Whether the URL has a sign-in request, valid or not (requirement A13). */
export function hasRequest(search: string): boolean {
  const query = new URLSearchParams(search)
  return ['mode', 'apiKey', 'redirect_uri', 'state'].some((name) => query.has(name))
}

export function isSignOut(search: string): boolean {
  return new URLSearchParams(search).get('mode') === 'signout'
}
