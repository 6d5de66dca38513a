import { hashOf } from '@foyer/contract/reference'
import type { SafeStorage } from '../browser/safe-storage.ts'

const storageKey = 'foyer:choice'

/** Whether the request in the URL lets the user choose among several companies, and the way back to that choice. */
export interface NotedChoice {
  /** Whether this tab has already shown the choice, or a company of it, for this request. */
  isNoted: () => boolean
  /** @returns whether the note will be there after a reload */
  note: () => boolean
  /** Leads from the buttons of a company back to the choice. */
  open: () => void
}

/** The part of `window` that the choice needs. */
interface ChoiceWindow {
  location: { search: string; assign: (url: string) => void }
  history: { state: unknown; back: () => void }
}

export function createTenantChoice(
  { location, history }: ChoiceWindow,
  tabStorage: SafeStorage,
): NotedChoice {
  // The state itself is stored nowhere (UR-17).
  const requestId = (): string => hashOf(new URLSearchParams(location.search).get('state') ?? '')
  // If storage is blocked, the choice is known until the page is left.
  let noted: string | null = null

  return {
    isNoted: () => (noted ?? tabStorage.read(storageKey)) === requestId(),
    note() {
      noted = requestId()
      return tabStorage.write(storageKey, noted)
    },
    open() {
      // The choice is the entry before this one, unless the user has returned from a provider's page.
      if (history.state !== null) return history.back()
      const query = new URLSearchParams(location.search)
      query.set('mode', 'selectAuthSession')
      query.delete('tid')
      location.assign(`/?${query}`)
    },
  }
}
