interface Arrival {
  timeline: Pick<Performance, 'getEntriesByType'>
  /** Whether the browser says that the user asked for this page, with a press or in the address bar. */
  isUserLed: boolean
  referrer: string
}

/**
 * Whether another page led the browser here without a press of the user, as the provider's helper page does. A reload and
 * a step through the history are the user's own. Firefox may count the way back from the helper page as the press on the
 * provider's page before it, so a helper page on another site counts by its name.
 *
 * @param authDomain the host of the helper page
 */
export function wasLedHere(
  { timeline, isUserLed, referrer }: Arrival,
  authDomain: string,
): boolean {
  const [entry] = timeline.getEntriesByType('navigation')
  if (entry === undefined || !('type' in entry) || entry.type !== 'navigate') return false
  return !isUserLed || referrer === `https://${authDomain}/`
}
