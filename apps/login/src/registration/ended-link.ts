import * as v from 'valibot'
import type { Failure } from '../errors/failure.ts'

/** A registration link that cannot be used. */
export interface EndedLink {
  failure: Failure
  isInvitation: boolean
}

export interface EndedLinks {
  /** Null unless this history entry has one. */
  recall: () => EndedLink | null
  keep: (ended: EndedLink) => void
  /** A link to the same URL keeps the state of the entry in Chromium. */
  forget: () => void
}

const key = 'foyerEndedLink'

const entryState = v.object({
  [key]: v.object({
    errorKey: v.picklist(['REGISTRATION_EXPIRED', 'REGISTRATION_REFUSED', 'OTHER_TENANT']),
    reference: v.string(),
    isInvitation: v.boolean(),
  }),
})

/**
 * Keeps it in the state of the history entry: a reload and Back show it again, and the page without the link, opened
 * anew, has the form.
 */
export function createEndedLinks(history: Pick<History, 'state' | 'replaceState'>): EndedLinks {
  function write(ended: object | undefined): void {
    const state: unknown = history.state
    const others = typeof state === 'object' ? state : null
    history.replaceState({ ...others, [key]: ended }, '')
  }
  return {
    recall() {
      const state = v.safeParse(entryState, history.state)
      if (!state.success) return null
      const { errorKey, reference, isInvitation } = state.output[key]
      return { failure: { key: errorKey, action: 'application', reference }, isInvitation }
    },
    keep: ({ failure, isInvitation }) =>
      write({ errorKey: failure.key, reference: failure.reference, isInvitation }),
    forget: () => write(undefined),
  }
}
