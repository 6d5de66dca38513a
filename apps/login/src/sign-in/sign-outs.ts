import type { Page } from '@foyer/iap-sign-in'
import { arrivedLinkKey, noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { isSignOut } from './has-request.ts'
import { manualTokenKey } from './manual-token.ts'

/** Names the last sign-out: in the browser's storage the last of all, in a tab's the last that it has heard of. */
const lastKey = 'foyer:last-sign-out'
/** What a tab keeps of a sign-in that is under way. A user who is at a provider's page acts there anyway. */
const signInNotes = [noteNames.pendingCode, noteNames.pendingLink, arrivedLinkKey, manualTokenKey]
/** An application that asks for no sign-in has told the user in its own way by then. */
const returnMs = 10 * 60_000

/** A sign-out in one tab is one in all of them. */
export interface SignOuts {
  /** Has the other tabs start over: those that stand at this page, and later those that come back to it. */
  tell: () => void
  /** Loads this page anew when another tab tells of a sign-out. */
  follow: (window: Window) => void
  /** The user goes back to the application, which may send them here again to sign in. */
  noteReturn: () => void
  /** Whether the user was signed out on the way here, and has not been told (K8); true once. */
  takeReturn: () => boolean
}

interface SignOutsDeps {
  /** Of the whole browser. */
  storage: SafeStorage
  tabStorage: SafeStorage
  randomId: () => string
  now: () => number
}

/**
 * Nothing that was begun before a sign-out may be finished after it. In another tab an SDK that waits for the
 * network would store the account anew, and a link or a credential that waits for a press would serve
 * the next user.
 */
export function createSignOuts({ storage, tabStorage, randomId, now }: SignOutsDeps): SignOuts {
  const hasHeard = (): boolean => storage.read(lastKey) === tabStorage.read(lastKey)
  const hear = (last: string | null): void =>
    last === null ? tabStorage.remove(lastKey) : void tabStorage.write(lastKey, last)

  if (!hasHeard()) {
    for (const note of signInNotes) tabStorage.remove(note)
    hear(storage.read(lastKey))
  }
  return {
    tell() {
      const last = randomId()
      storage.write(lastKey, last)
      hear(last)
    },
    follow(window) {
      const startOverIfUnheard = (): void => {
        if (!hasHeard()) window.location.reload()
      }
      window.addEventListener('storage', ({ key }) => {
        if (key === lastKey) startOverIfUnheard()
      })
      // A page in the browser's cache hears nothing.
      window.addEventListener('pageshow', ({ persisted }) => {
        if (persisted) startOverIfUnheard()
      })
    },
    noteReturn: () => void tabStorage.write(noteNames.signedOut, String(now())),
    takeReturn() {
      const age = now() - Number(tabStorage.read(noteNames.signedOut))
      tabStorage.remove(noteNames.signedOut)
      return age >= 0 && age < returnMs
    },
  }
}

/** The engine leaves a sign-out request for the application when the sign-out is done (C7). */
export function tellOnLeaving(page: Page, signOuts: Pick<SignOuts, 'tell' | 'noteReturn'>): Page {
  return {
    ...page,
    assign(url) {
      if (isSignOut(page.url().search)) {
        signOuts.tell()
        signOuts.noteReturn()
      }
      page.assign(url)
    },
  }
}
