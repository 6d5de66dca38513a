/** What a tab remembers of what is under way, by its name in the tab's storage. */
export const noteNames = {
  departure: 'foyer:departure',
  pendingCode: 'foyer:pending-code',
  pendingLink: 'foyer:pending-link',
  signedOut: 'foyer:signed-out',
} as const
