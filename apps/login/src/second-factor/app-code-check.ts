import { codeLength } from '../code/verification-code.ts'
import type { SignedIn } from '../identity/identity.ts'
import { begin, isBusy, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { FactorView } from './factor-view.ts'

interface AppCodeCheckDeps extends Pick<FactorView, 'finish' | 'tell'> {
  store: SignInStore
  confirm: (code: string) => Promise<SignedIn>
  /** Shows the error at the field of the code. */
  refuse: (error: 'required' | 'wrong') => void
}

/** @returns a function that finishes the sign-in with a code of an authenticator app. It sends each code once. */
export function createAppCodeCheck({ store, confirm, refuse, finish, tell }: AppCodeCheckDeps) {
  let tried = ''

  return async function verify(code: string): Promise<void> {
    if (isBusy(store.getState())) return
    if (code.length < codeLength) return refuse('required')
    if (code === tried) return refuse('wrong')
    tried = code
    begin(store)
    try {
      await finish(await confirm(code))
    } catch (error) {
      tell(
        error,
        (failure) => {
          if (failure.key === 'INVALID_VERIFICATION_CODE') return refuse('wrong')
          // The service has not checked the code, so it may be tried again.
          tried = ''
          showError(store, failure)
        },
        () => void verify(code),
      )
    }
  }
}
