import type { Page } from '@foyer/iap-sign-in'
import { arrivedLinkKey, noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { isSignOut } from './has-request.ts'
import type { LastAccount } from './last-account.ts'
import { manualTokenKey } from './manual-token.ts'

/**
 * The id of the last sign-out. The browser's storage has the last one of all tabs, and a tab's storage the last one
 * that the tab knows.
 */
const lastKey = 'foyer:last-sign-out'
/** What a tab stores of a sign-in in progress. A user on a provider's page is not affected. */
const signInNotes = [noteNames.pendingStep, noteNames.pendingLink, arrivedLinkKey, manualTokenKey]
/** An application that does not ask for a new sign-in has shown the sign-out itself by then. */
const returnMs = 10 * 60_000

/** A sign-out in one tab ends the sign-ins of all tabs. */
export interface SignOuts {
  /** Makes the other tabs start over: those that show this page, and those that return to it later. */
  tell: () => void
  /** Reloads this page when another tab signs out. */
  follow: (window: Window) => void
  /** Notes that the user returns to the application after a sign-out. It may redirect them back here to sign in. */
  noteReturn: () => void
  /** Whether the user was signed out on the way here and has not been told yet (K8). True once. */
  takeReturn: () => boolean
}

interface SignOutsDeps {
  /** The storage of the whole browser. */
  storage: SafeStorage
  tabStorage: SafeStorage
  lastAccount: Pick<LastAccount, 'forget'>
  randomId: () => string
  now: () => number
}

/**
 * After a sign-out, no earlier sign-in may be completed. In another tab, an SDK that waits for the network would store
 * the account again, and a link or a credential that waits for a press would sign in the next user.
 */
export function createSignOuts(deps: SignOutsDeps): SignOuts {
  const { storage, tabStorage, now } = deps
  const hasHeard = (): boolean => storage.read(lastKey) === tabStorage.read(lastKey)
  const hear = (last: string | null): void =>
    last === null ? tabStorage.remove(lastKey) : void tabStorage.write(lastKey, last)

  if (!hasHeard()) {
    for (const note of signInNotes) tabStorage.remove(note)
    hear(storage.read(lastKey))
  }
  return {
    tell() {
      const last = deps.randomId()
      storage.write(lastKey, last)
      hear(last)
      deps.lastAccount.forget()
    },
    follow(window) {
      const startOverIfUnheard = (): void => {
        if (!hasHeard()) window.location.reload()
      }
      window.addEventListener('storage', ({ key }) => {
        if (key === lastKey) startOverIfUnheard()
      })
      // A page in the back/forward cache gets no storage events.
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

/** When a sign-out is complete, the engine leaves for the application (C7). */
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
