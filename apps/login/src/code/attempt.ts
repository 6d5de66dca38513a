import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import { isChangeOfMind } from '../sign-in/change-of-mind.ts'
import { begin } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'

interface AttemptDeps {
  store: SignInStore
  tell: TellFailure
}

interface Outcomes {
  sayFailure: (failure: RepeatableFailure, error: unknown) => void
  /** The user has changed their mind, at the second factor for example, and needs no message. */
  onBack?: () => void
}

/** Carries out a request, with a message and a retry if it fails. */
export async function attempt(
  outcomes: Outcomes,
  deps: AttemptDeps,
  work: () => Promise<void>,
): Promise<void> {
  begin(deps.store)
  try {
    await work()
  } catch (error) {
    if (outcomes.onBack && isChangeOfMind(error)) return outcomes.onBack()
    deps.tell(
      error,
      (failure) => outcomes.sayFailure(failure, error),
      () => void attempt(outcomes, deps, work),
    )
  }
}
