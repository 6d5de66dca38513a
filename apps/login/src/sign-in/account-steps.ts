import type { AccountService } from '../account-service/account-service.ts'
import { createAccountService } from '../account-service/account-service.ts'
import type { TellFailure } from '../errors/failure.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { ArrivedLink } from '../sign-in-link/arrived-link.ts'
import { createAskedLinks } from '../sign-in-link/asked-links.ts'
import { createLinkSignIn } from '../sign-in-link/link-sign-in.ts'
import { createFirstLogin } from './first-login.ts'
import { createLinkAttempts } from './link-attempts.ts'
import type { LinkAttemptsParts, OpenLinkSteps } from './link-attempts.ts'
import { createLinking } from './linking.ts'
import { createManualSignIn } from './manual-sign-in.ts'
import type { ManualSignInParts } from './manual-sign-in.ts'
import type { PendingLinks } from './pending-links.ts'

/** How a step says where it stands. */
export interface StepsShown extends Pick<ManualSignInParts, 'wait'> {
  tell: TellFailure
}

export interface AccountStepsParts extends ManualSignInParts, StepsShown {
  pendingLinks: PendingLinks
  /** Of the whole browser. */
  storage: SafeStorage
  arrivedLink: ArrivedLink
  /** Milliseconds that an answer of our server may take (H1). */
  answerLimitMs: number
  send: (address: string, init: RequestInit) => Promise<Response>
  pause: (ms: number) => Promise<void>
  /** Fetches the script of what is shown about sign-in links. */
  loadLinkSteps: () => Promise<OpenLinkSteps>
}

/** The steps that few sign-ins take. Their script is fetched when one does. */
export type AccountSteps = ReturnType<typeof createAccountSteps>

export function createAccountSteps(parts: AccountStepsParts) {
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
    linkAttempts: (buttons: LinkAttemptsParts) =>
      createLinkAttempts({ ...parts, linkByProof: linking.linkByProof }, buttons),
    ...linking,
  }
}
