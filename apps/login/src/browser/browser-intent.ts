/** A URL that opens the same page in the user's own browser, from an app on Android. */
export function browserIntentFor(url: string): string {
  const { protocol, host, pathname, search, hash } = new URL(url)
  const scheme = protocol.slice(0, -1)
  return `intent://${host}${pathname}${search}${hash}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
}
