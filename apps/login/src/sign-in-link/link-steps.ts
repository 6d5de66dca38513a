import type { Config, SignInMethod } from '@foyer/contract/config'
import type { Failure } from '../errors/failure.ts'
import type { Guest } from '../identity/guest-account-used.ts'
import type { PendingCredential } from '../identity/identity.ts'
import type { Notice } from '../sign-in/store.ts'
import { createLinkRequest } from './link-request.ts'
import type { LinkRequestParts } from './link-request.ts'

export interface LinkStepsParts extends LinkRequestParts {
  config: Pick<Config, 'signInLink'>
  /** That the page offers. */
  methods: readonly SignInMethod[]
  showNotice: (notice: Notice, complaint: Failure | null) => void
  /** Leads to Microsoft again. @param address the account to choose, as far as it is known */
  chooseAnother: (address: string | null) => void
}

/** What the sign-in screen tells and asks about accounts that are reached by another way. */
export interface LinkSteps {
  /** Asks for the address that a sign-in link goes to. */
  start: () => void
  explainAccount: (credential: PendingCredential, complaint: Failure | null) => void
  explainGuest: (guest: Guest) => void
}

export function createLinkSteps(parts: LinkStepsParts): LinkSteps {
  const { config, methods, showNotice, chooseAnother } = parts
  return {
    start: () => createLinkRequest(parts).start(),

    explainAccount(credential, complaint) {
      const { email, providerId: newProviderId, accountProviders } = credential
      const known = accountProviders.find((id) => methods.some((method) => method === id))
      const providerId = known === undefined || known === newProviderId ? null : known
      const { sendToPending } = createLinkRequest({ ...parts, pending: credential })
      const sendLink = config.signInLink === true && providerId === null ? sendToPending : null
      showNotice({ name: 'accountExists', email, providerId, newProviderId, sendLink }, complaint)
    },

    explainGuest(guest) {
      showNotice({ name: 'guest', guest, chooseAnother: () => chooseAnother(guest.address) }, null)
    },
  }
}
