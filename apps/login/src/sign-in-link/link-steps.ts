import type { Config } from '@foyer/contract/config'
import type { LinkSteps, OpenLinkStepsDeps } from '../sign-in/open-link-steps.ts'
import { createLinkRequest } from './link-request.ts'
import type { LinkRequestDeps } from './link-request.ts'

export interface LinkStepsDeps extends LinkRequestDeps, OpenLinkStepsDeps {
  config: Pick<Config, 'signInLink'>
}

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
