/** The idempotency key of the press that uses the opened link, in the tab's storage. */
export const pressKey = 'foyer:sign-in-link-press'
/** What a link was requested for, in the storage of the whole browser. */
export const askedLinkKey = 'foyer:asked-link'
