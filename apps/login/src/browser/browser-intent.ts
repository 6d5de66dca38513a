/** On Android: the same address, for the user's own browser instead of the app that shows the page. */
export function browserIntentFor(address: string): string {
  const { protocol, host, pathname, search, hash } = new URL(address)
  const scheme = protocol.slice(0, -1)
  return `intent://${host}${pathname}${search}${hash}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
}
