import type { PendingSignIn, SecondFactor } from '../identity/second-factor.ts'
import { codeLength } from '../code/verification-code.ts'
import type { FactorStep } from '../sign-in/screen.ts'
import { begin, isBusy, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { FactorView } from './factor-view.ts'

interface AppCodeDeps extends FactorView {
  store: SignInStore
  pending: Pick<PendingSignIn, 'confirmApp'>
  /** Not set if there is no other factor. */
  backToFactors: (() => void) | undefined
}

/** Asks for the code of an authenticator app. Each code is sent once. */
export function askForAppCode(deps: AppCodeDeps, factor: SecondFactor): void {
  const { store, pending, backToFactors } = deps
  let attempt = 0
  let tried = ''

  function showCode(error: Extract<FactorStep, { name: 'appCode' }>['error']): void {
    if (error !== null) attempt += 1
    deps.showStep(
      { name: 'appCode', factor, error, attempt, canChoose: backToFactors !== undefined },
      { verifyCode: (code) => void verify(code), backToFactors },
    )
  }

  async function verify(code: string): Promise<void> {
    if (isBusy(store.getState())) return
    if (code.length < codeLength) return showCode('required')
    if (code === tried) return showCode('wrong')
    tried = code
    begin(store)
    try {
      await deps.finish(await pending.confirmApp(factor, code))
    } catch (error) {
      deps.tell(
        error,
        (failure) => {
          if (failure.key === 'INVALID_VERIFICATION_CODE') return showCode('wrong')
          // The service has not checked the code, so it may be tried again.
          tried = ''
          showError(store, failure)
        },
        () => void verify(code),
      )
    }
  }

  showCode(null)
}
