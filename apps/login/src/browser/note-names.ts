/** What a tab remembers of a sign-in that is under way, by its name in the tab's storage. */
export const noteNames = {
  departure: 'foyer:departure',
  pendingCode: 'foyer:pending-code',
  pendingLink: 'foyer:pending-link',
} as const
