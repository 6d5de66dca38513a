/** The link that brought the user here, in the tab's storage. */
export const arrivedLinkKey = 'foyer:sign-in-link'
/** The press that uses it. */
export const pressKey = 'foyer:sign-in-link-press'
/** What a link was asked for, in the storage of the whole browser. */
export const askedLinkKey = 'foyer:asked-link'
