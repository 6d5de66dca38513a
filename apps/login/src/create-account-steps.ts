import type { AccountService } from './account-service/account-service.ts'
import { createAccountService } from './account-service/account-service.ts'
import type { SafeStorage } from './browser/safe-storage.ts'
import type { AccountSteps, StepsShown } from './sign-in/account-steps.ts'
import type { ArrivedLink } from './sign-in/arrived-link-port.ts'
import { createAskedLinks } from './sign-in-link/asked-links.ts'
import { createLinkSignIn } from './sign-in-link/link-sign-in.ts'
import { createFirstLogin } from './first-login/first-login.ts'
import { createLinkAttempts } from './linking/link-attempts.ts'
import type { OpenLinkSteps } from './sign-in-link/link-steps.ts'
import { createLinking } from './linking/linking.ts'
import { createManualSignIn } from './custom-token/manual-sign-in.ts'
import type { ManualSignInParts } from './custom-token/manual-sign-in.ts'
import type { PendingLinks } from './sign-in/pending-links.ts'

export interface AccountStepsParts extends ManualSignInParts, StepsShown {
  pendingLinks: PendingLinks
  /** The storage of the whole browser. */
  storage: SafeStorage
  arrivedLink: ArrivedLink
  /** The time limit of a request to our server in milliseconds (H1). */
  answerLimitMs: number
  send: (address: string, init: RequestInit) => Promise<Response>
  pause: (ms: number) => Promise<void>
  /** Fetches the script for sign-in links. */
  loadLinkSteps: () => Promise<OpenLinkSteps>
}

/** Combines the features that only some sign-ins need. Their script is fetched then. */
export function createAccountSteps(parts: AccountStepsParts): AccountSteps {
  const { config, send, answerLimitMs } = parts
  const accountService: AccountService = createAccountService({
    functionUrl: config.functionUrl,
    send,
    limitMs: answerLimitMs,
  })
  const signInManually = createManualSignIn(parts)
  const linking = createLinking({ ...parts, accountService })
  return {
    completeFirstLogin: createFirstLogin({ ...parts, accountService }),
    signInManually,
    signInByLink: createLinkSignIn({
      ...parts,
      askedLinks: createAskedLinks(parts.storage, () => parts.now().getTime()),
      accountService,
      signInManually,
      linkPending: linking.linkPending,
      loadScreen: async () => void (await parts.loadLinkSteps()),
    }),
    linkAttempts: (buttons) =>
      createLinkAttempts({ ...parts, linkByProof: linking.linkByProof }, buttons),
    ...linking,
  }
}
