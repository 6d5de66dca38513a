/** The URL at which the proxy ends the previous user's session and asks for a new sign-in. */
export function endingSession(productURL: string): string {
  const url = new URL(productURL)
  url.searchParams.set('gcp-iap-mode', 'CLEAR_LOGIN_COOKIE')
  return url.href
}
