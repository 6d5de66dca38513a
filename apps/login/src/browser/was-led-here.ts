/** The part of `window` that tells how the browser came here. */
interface ArrivalWindow {
  performance: Pick<Performance, 'getEntriesByType'>
  document: Pick<Document, 'referrer'>
}

/**
 * Whether another page led the browser here without a press of the user, as the provider's helper page does. A reload and
 * a step through the history are the user's own. Firefox may count the way back from the helper page as the press on the
 * provider's page before it, so a helper page on another site counts by its name.
 *
 * @param isUserLed whether the browser says that the user asked for this page, with a press or in the address bar
 * @param authDomain the host of the helper page
 */
export function wasLedHere(
  { performance, document }: ArrivalWindow,
  isUserLed: boolean,
  authDomain: string,
): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  if (entry === undefined || !('type' in entry) || entry.type !== 'navigate') return false
  return !isUserLed || document.referrer === `https://${authDomain}/`
}
