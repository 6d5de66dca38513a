/** What a tab remembers of what is under way, by its name in the tab's storage. */
export const noteNames = {
  departure: 'foyer:departure',
  pendingCode: 'foyer:pending-code',
  pendingLink: 'foyer:pending-link',
  signedOut: 'foyer:signed-out',
} as const

/** The sign-in link that brought the user here, in the tab's storage. Opening one begins no sign-in yet. */
export const arrivedLinkKey = 'foyer:sign-in-link'
