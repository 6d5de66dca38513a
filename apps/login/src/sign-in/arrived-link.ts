/** The token of a sign-in link that brought the user here, until it is used or they go elsewhere. */
export interface ArrivedLink {
  /** Names the press that uses the link, however often it has to be sent, after a reload too. */
  press: string
  /** Null for a user who went on to a sign-in request, and has left the link behind. */
  read: (search: string) => string | null
  forget: () => void
}
