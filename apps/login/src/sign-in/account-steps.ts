import type { AccountService } from '../account-service/account-service.ts'
import { createAccountService } from '../account-service/account-service.ts'
import type { Failure, TellFailure } from '../errors/failure.ts'
import { createFirstLogin } from './first-login.ts'
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
  failureOf: (error: unknown) => Failure
  /** Milliseconds that an answer of our server may take (H1). */
  answerLimitMs: number
  send: (address: string, init: RequestInit) => Promise<Response>
  pause: (ms: number) => Promise<void>
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
  return {
    completeFirstLogin: createFirstLogin({ ...parts, accountService }),
    signInManually: createManualSignIn(parts),
    ...createLinking({ ...parts, accountService }),
  }
}
