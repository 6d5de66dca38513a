/** The token of the sign-in link that the user opened, until it is used or the user goes elsewhere. */
export interface ArrivedLink {
  /** The idempotency key of the press that uses the link. It stays the same for retries and after a reload. */
  press: string
  /** Null if the user has gone on to a sign-in request instead. */
  read: (search: string) => string | null
  forget: () => void
}
