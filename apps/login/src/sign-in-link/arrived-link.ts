import { isSignedToken } from '../browser/is-signed-token.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { ArrivedLink } from '../sign-in/arrived-link.ts'
import { hasRequest } from '../sign-in/has-request.ts'
import { pressKey } from './storage-keys.ts'
import { arrivedLinkKey } from '../browser/note-names.ts'

/** @param arrived the link of this page load. If storage is blocked, it is only there. */
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
      // The user has not opened a link: the stored text is invalid.
      forget()
      return null
    },
    forget,
  }
}
