import { parseEmailAddress } from '@foyer/contract/email-address'
import { codeOf } from '../errors/coded-error.ts'
import { isChangeOfMind } from '../sign-in/change-of-mind.ts'
import type { MethodSteps, MethodStepsDeps } from '../sign-in/method-steps.ts'
import type { PasswordStep } from '../sign-in/screen.ts'
import { begin, isBusy, showError } from '../sign-in/store.ts'
import { createResetSteps } from './reset-steps.ts'
import type { ResetStepsDeps } from './reset-steps.ts'

export interface PasswordStepsDeps
  extends MethodStepsDeps<PasswordStep>, Omit<ResetStepsDeps, 'auth' | 'showStep' | 'backToForm'> {}

type Errors = Extract<PasswordStep, { name: 'password' }>['errors']

/** All of them mean that the two do not match. To say which one is wrong would tell a stranger who has an account. */
const wrongCodes = new Set([
  'auth/invalid-credential',
  'auth/wrong-password',
  'auth/user-not-found',
  'auth/invalid-email',
])

/** The password was right, but no longer meets the policy of the company. */
const outdated = 'auth/password-does-not-meet-requirements'

/** Signs in with an email address and a password (K1). */
export function createPasswordSteps(deps: PasswordStepsDeps): MethodSteps {
  const { auth, store, accept, tell } = deps
  let typed = ''
  let attempt = 0
  /** The user is back at the methods, so a failure is not shown. */
  let isLeft = false

  const reset = createResetSteps({
    ...deps,
    backToForm(email) {
      typed = email
      showForm()
    },
  })

  function showForm(errors: Errors = {}): void {
    isLeft = false
    if (errors.email ?? errors.password) attempt += 1
    deps.showStep(
      { name: 'password', typed, errors, attempt },
      {
        signInWithPassword: submit,
        openReset: (email) => reset.start(email),
        backToMethods() {
          isLeft = true
        },
      },
    )
  }

  function submit(text: string, password: string): void {
    if (isBusy(store.getState())) return
    typed = text
    const email = parseEmailAddress(text)
    const missing = text.trim() === '' ? 'required' : 'invalid'
    const errors: Errors = {
      ...(email === null && { email: missing }),
      ...(password === '' && { password: 'required' as const }),
    }
    if (email === null || password === '') return showForm(errors)
    void signIn(email, password)
  }

  async function signIn(email: string, password: string): Promise<void> {
    begin(store)
    try {
      await accept(await auth.signInWithPassword(email, password))
    } catch (error) {
      if (isLeft) return
      // Back from the second factor, for example.
      if (isChangeOfMind(error)) return showForm()
      const code = codeOf(error)
      if (code === outdated) return reset.start(email, true)
      if (wrongCodes.has(code)) return showForm({ password: 'wrong' })
      tell(
        error,
        (failure) => showError(store, failure),
        () => void signIn(email, password),
      )
    }
  }

  return {
    start(loginHint) {
      typed ||= loginHint ?? ''
      if (!reset.resume()) showForm()
    },
    stop: deps.pending.forget,
  }
}
