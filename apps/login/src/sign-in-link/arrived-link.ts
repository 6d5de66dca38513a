import { isSignedToken } from '../browser/is-signed-token.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { hasRequest } from '../sign-in/has-request.ts'
import { arrivedLinkKey, pressKey } from './storage-keys.ts'

/** The token of a sign-in link that brought the user here, until it is used or they go elsewhere. */
export interface ArrivedLink {
  /** Names the press that uses the link, however often it has to be sent, after a reload too. */
  press: string
  /** Null for a user who went on to a sign-in request, and has left the link behind. */
  read: (search: string) => string | null
  forget: () => void
}

/** @param arrived with this page load; where storage is blocked, it is there alone */
export function createArrivedLink(
  arrived: string | null,
  storage: SafeStorage,
  randomId: () => string,
): ArrivedLink {
  let kept = arrived
  const press = (arrived === null ? storage.read(pressKey) : null) ?? randomId()
  if (arrived !== null) storage.write(pressKey, press)
  function forget(): void {
    kept = null
    storage.remove(arrivedLinkKey)
    storage.remove(pressKey)
  }
  return {
    press,
    read(search) {
      if (hasRequest(search)) forget()
      const stored = storage.read(arrivedLinkKey)
      if (kept !== null || stored === null || isSignedToken(stored)) return kept ?? stored
      // Broken text that lay in the store is no link that the user has opened.
      forget()
      return null
    },
    forget,
  }
}
