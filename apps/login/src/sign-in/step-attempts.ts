import type { StepMethod } from '@foyer/contract/sign-in-methods'
import type { BeginAttempt } from './newest-attempt.ts'
import type { MethodSteps, MethodStepsDeps, OpenMethodSteps } from './method-steps.ts'
import { showError } from './store.ts'
import type { SignInStore } from './store.ts'

/** Sign-ins by a method whose steps are on this page. The script of each method is fetched at the first press. */
export interface StepAttempts {
  /** @param loginHint the email address of the account to sign in to, if it is known */
  start: (method: StepMethod, loginHint: string | null) => void
  stop: () => void
}

interface StepAttemptsDeps extends Omit<MethodStepsDeps, 'accept'> {
  store: SignInStore
  beginAttempt: BeginAttempt
  loadSteps: (method: StepMethod) => Promise<OpenMethodSteps>
  /** Uses the account. Rejects if it cannot be used. */
  finish: MethodStepsDeps['accept']
}

export function createStepAttempts(deps: StepAttemptsDeps): StepAttempts {
  const opened = new Map<StepMethod, MethodSteps>()

  async function start(method: StepMethod, loginHint: string | null): Promise<void> {
    const isNewest = deps.beginAttempt(method)
    try {
      const open = await deps.loadSteps(method)
      if (!isNewest()) return
      const steps = opened.get(method) ?? open({ ...deps, accept: deps.finish })
      opened.set(method, steps)
      steps.start(loginHint)
    } catch (error) {
      if (!isNewest()) return
      deps.tell(
        error,
        (failure) => showError(deps.store, failure),
        () => void start(method, loginHint),
      )
    }
  }

  return {
    start: (...how) => void start(...how),
    stop: () => opened.forEach((steps) => steps.stop()),
  }
}
