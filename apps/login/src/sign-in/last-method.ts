import { buttonMethods, type SignInMethod } from '@foyer/contract/sign-in-methods'
import type { Page } from '@foyer/iap-sign-in'
import type { SafeStorage } from '../browser/safe-storage.ts'

const storageKey = 'foyer:last-method'

/** The method of this browser's last complete sign-in, marked among the buttons. */
export interface LastMethod {
  recall: () => SignInMethod | null
  /** The sign-in under way has an account by this provider; others than the offered methods are ignored. */
  note: (providerId: string | null | undefined) => void
  /** The sign-in is complete: what was noted is remembered. */
  keep: () => void
}

export function createLastMethod(storage: SafeStorage): LastMethod {
  let noted: SignInMethod | null = null
  const methodOf = (id: string | null | undefined): SignInMethod | null =>
    buttonMethods.find((method) => method === id) ?? null

  return {
    recall: () => methodOf(storage.read(storageKey)),
    note(providerId) {
      noted = methodOf(providerId) ?? noted
    },
    keep() {
      if (noted !== null) storage.write(storageKey, noted)
    },
  }
}

/** The engine leaves for the application when the sign-in is complete, however often it was tried. */
export function keepOnLeaving(page: Page, lastMethod: Pick<LastMethod, 'keep'>): Page {
  return {
    ...page,
    assign(url) {
      lastMethod.keep()
      page.assign(url)
    },
  }
}
