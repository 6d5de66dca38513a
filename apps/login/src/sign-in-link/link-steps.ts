import type { Config } from '@foyer/contract/config'
import type { LinkSteps, OpenLinkStepsDeps } from '../sign-in/open-link-steps.ts'
import { originalMethod } from '../sign-in/original-method.ts'
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
      const { email, providerId: newProviderId } = credential
      const providerId = originalMethod(credential, methods)
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
