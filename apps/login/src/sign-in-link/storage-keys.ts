/** The press that uses the link which brought the user here, in the tab's storage. */
export const pressKey = 'foyer:sign-in-link-press'
/** What a link was asked for, in the storage of the whole browser. */
export const askedLinkKey = 'foyer:asked-link'
