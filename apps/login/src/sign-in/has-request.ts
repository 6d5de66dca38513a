/** Whether the URL asks for a sign-in at all, well or badly (requirement A13). */
export function hasRequest(search: string): boolean {
  const query = new URLSearchParams(search)
  return ['mode', 'apiKey', 'redirect_uri', 'state'].some((name) => query.has(name))
}

export function isSignOut(search: string): boolean {
  return new URLSearchParams(search).get('mode') === 'signout'
}
