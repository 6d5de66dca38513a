/** The storage keys of a sign-in in progress, in the tab's storage. */
export const noteNames = {
  departure: 'foyer:departure',
  pendingStep: 'foyer:pending-step',
  pendingLink: 'foyer:pending-link',
  signedOut: 'foyer:signed-out',
} as const

/** The storage key of the tenant to whose provider the page went without a press, in the tab's storage. */
export const withoutPressKey = 'foyer:without-press'

/** The storage key of the account used last, in the browser's storage: its `tid`, then a line for each value. */
export const lastAccountKey = 'foyer:last-account'

/** The storage key of the sign-in link that the user opened, in the tab's storage. Opening a link begins no sign-in. */
export const arrivedLinkKey = 'foyer:sign-in-link'

/** The storage key of what a link was requested for, in the browser's storage. */
export const askedLinkKey = 'foyer:asked-link'

/** The email may take a while to arrive, and the link is valid for fifteen minutes after that. */
export const askedLinkMs = 30 * 60_000
