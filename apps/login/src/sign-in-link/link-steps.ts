import type { Config } from '@foyer/contract/config'
import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { Guest } from '../identity/guest-account-used.ts'
import type { PendingCredential } from '../identity/identity.ts'
import type { CommandHandlers } from '../sign-in/commands.ts'
import type { Notice } from '../sign-in/screen.ts'
import { createLinkRequest } from './link-request.ts'
import type { LinkRequestDeps } from './link-request.ts'

export interface LinkStepsDeps extends LinkRequestDeps {
  config: Pick<Config, 'signInLink'>
  /** The methods that the page offers. */
  methods: readonly SignInMethod[]
  showNotice: (notice: Notice, handlers: CommandHandlers, failure: RepeatableFailure | null) => void
  /** Opens Microsoft again. @param email of the account to choose, if it is known */
  chooseAnother: (email: string | null) => void
}

/** What the sign-in screen shows for accounts that need another sign-in method. */
export interface LinkSteps {
  /** Shows the form for the email address of a sign-in link. */
  start: () => void
  explainAccount: (credential: PendingCredential, failure: RepeatableFailure | null) => void
  explainGuest: (guest: Guest) => void
}

type StepsOfAttempt = Pick<
  LinkStepsDeps,
  'auth' | 'methods' | 'pending' | 'tell' | 'showStep' | 'showNotice' | 'chooseAnother'
>

/** Opens the steps. They have their own script. */
export type OpenLinkSteps = (deps: StepsOfAttempt) => LinkSteps

export function createLinkSteps(deps: LinkStepsDeps): LinkSteps {
  const { config, methods, showNotice, chooseAnother } = deps
  return {
    start: () => createLinkRequest(deps).start(),

    explainAccount(credential, failure) {
      const { email, providerId: newProviderId, accountProviders } = credential
      const known = accountProviders.find((id) => methods.some((method) => method === id))
      const providerId = known === undefined || known === newProviderId ? null : known
      const { sendToPending } = createLinkRequest({ ...deps, pending: credential })
      const canSendLink = config.signInLink === true && providerId === null
      showNotice(
        { name: 'accountExists', email, providerId, newProviderId, canSendLink },
        { sendLinkToAccount: canSendLink ? sendToPending : undefined },
        failure,
      )
    },

    explainGuest({ directory, address: email }) {
      showNotice(
        { name: 'guest', directory, email },
        { chooseAnotherAccount: () => chooseAnother(email) },
        null,
      )
    },
  }
}
