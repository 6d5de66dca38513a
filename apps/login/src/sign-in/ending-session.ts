/** Where the proxy drops the session of the user who was signed in before, and asks for a sign-in anew. */
export function endingSession(productURL: string): string {
  const url = new URL(productURL)
  url.searchParams.set('gcp-iap-mode', 'CLEAR_LOGIN_COOKIE')
  return url.href
}
