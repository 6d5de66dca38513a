import { isMethod } from '@foyer/contract/sign-in-methods'
import type { Page } from '@foyer/iap-sign-in'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { LastAccount } from './last-account.ts'
import type { LastTenant } from './last-tenant.ts'

const storageKey = 'foyer:last-method'

/** The method of the last complete sign-in in this browser. Its button is marked. */
export interface LastMethod {
  recall: () => string | null
  /** Notes the provider of the sign-in in progress. One that cannot have a button is ignored. */
  note: (providerId: string | null | undefined) => void
  /** Stores the noted method, when the sign-in is complete. */
  keep: () => void
}

export function createLastMethod(storage: SafeStorage): LastMethod {
  let noted: string | null = null
  const methodIn = (text: string | null | undefined): string | null =>
    text && isMethod(text) ? text : null

  return {
    recall: () => methodIn(storage.read(storageKey)),
    note(providerId) {
      noted = methodIn(providerId) ?? noted
    },
    keep() {
      if (noted !== null) storage.write(storageKey, noted)
    },
  }
}

/** The engine leaves for the application when the sign-in is complete, so method, company and account are stored then. */
export function keepOnLeaving(
  page: Page,
  lastMethod: Pick<LastMethod, 'keep'>,
  lastTenant: Pick<LastTenant, 'keep'>,
  lastAccount: Pick<LastAccount, 'keep'>,
): Page {
  return {
    ...page,
    assign(url) {
      lastMethod.keep()
      lastTenant.keep(page.url().search)
      lastAccount.keep(page.url().search)
      page.assign(url)
    },
  }
}
