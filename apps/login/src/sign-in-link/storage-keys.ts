/** The idempotency key of the press that uses the opened link, in the tab's storage. */
export const pressKey = 'foyer:sign-in-link-press'
