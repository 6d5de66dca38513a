import type { PendingSignIn, SecondFactor } from '../identity/second-factor.ts'
import type { FactorStep } from '../sign-in/screen.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { createAppCodeCheck } from './app-code-check.ts'
import type { FactorView } from './factor-view.ts'

interface AppCodeDeps extends FactorView {
  store: SignInStore
  pending: Pick<PendingSignIn, 'confirmApp'>
  /** Not set if there is no other factor. */
  backToFactors: (() => void) | undefined
}

/** Asks for the code of an authenticator app. */
export function askForAppCode(deps: AppCodeDeps, factor: SecondFactor): void {
  const { pending, backToFactors } = deps
  const verify = createAppCodeCheck({
    ...deps,
    confirm: (code) => pending.confirmApp(factor, code),
    refuse: showCode,
  })
  let attempt = 0

  function showCode(error: Extract<FactorStep, { name: 'appCode' }>['error']): void {
    if (error !== null) attempt += 1
    deps.showStep(
      { name: 'appCode', factor, error, attempt, canChoose: backToFactors !== undefined },
      { verifyCode: (code) => void verify(code), backToFactors },
    )
  }

  showCode(null)
}
