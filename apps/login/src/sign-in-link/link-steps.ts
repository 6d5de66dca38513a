import type { Config } from '@foyer/contract/config'
import { offersSignInLink } from '@foyer/contract/offers-sign-in-link'
import { tenantIn } from '../config/tenants.ts'
import type { LinkSteps, OpenLinkStepsDeps } from '../sign-in/open-link-steps.ts'
import { originalMethod } from '../sign-in/original-method.ts'
import { createLinkRequest } from './link-request.ts'
import type { LinkRequestDeps } from './link-request.ts'

export interface LinkStepsDeps extends LinkRequestDeps, OpenLinkStepsDeps {
  config: Config
}

export function createLinkSteps(deps: LinkStepsDeps): LinkSteps {
  const { auth, config, methods, showNotice, chooseAnother } = deps
  const hasLinks = offersSignInLink(config, tenantIn(config, auth.tenantId))
  return {
    start: () => createLinkRequest(deps).start(),

    explainAccount(credential, failure) {
      const { email, providerId: newProviderId } = credential
      const providerId = originalMethod(credential, methods)
      const { sendToPending } = createLinkRequest({ ...deps, pending: credential })
      const canSendLink = hasLinks && providerId === null
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
