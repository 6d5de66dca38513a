import { parseEmailAddress } from '@foyer/contract/email-address'
import type { AccountService } from '../account-service/account-service.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import type { MethodStepsDeps } from '../sign-in/method-steps.ts'
import type { PasswordStep } from '../sign-in/screen.ts'
import { begin, isBusy, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { AskedLinks } from '../sign-in/asked-links.ts'
import type { PendingResets } from './pending-reset.ts'

export interface ResetStepsDeps extends Pick<
  MethodStepsDeps<PasswordStep>,
  'auth' | 'showStep' | 'tell'
> {
  store: SignInStore
  accountService: Pick<AccountService, 'askForPasswordLink'>
  askedLinks: Pick<AskedLinks, 'keep'>
  pending: PendingResets
  /** The language of the email. */
  shownLanguage: () => Language
  /** The query of the sign-in request. */
  search: () => string
  randomId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
  /** Returns to the form for email address and password. */
  backToForm: (email: string) => void
}

/** As for a text message. The server has its own limit. */
const resendMs = 60_000

interface ResetSteps {
  /** Shows the form for the email address. @param isOutdated why the user is here: see the step */
  start: (email: string, isOutdated?: boolean) => void
  /** After a reload, shows where the link was sent. Returns whether one was sent. */
  resume: () => boolean
}

/** Requests a link for a new password. It is chosen where the link is opened. */
export function createResetSteps(deps: ResetStepsDeps): ResetSteps {
  const { auth, store, accountService, pending, tell, showStep } = deps
  let typed = ''
  let isOutdated = false
  let attempt = 0
  /** The last email to the address that was typed. */
  let sent: Extract<PasswordStep, { name: 'resetSent' }> | null = null

  function showAddress(error: 'required' | 'invalid' | null = null): void {
    if (error) attempt += 1
    sent = null
    pending.forget()
    showStep(
      { name: 'reset', typed, isOutdated, error, attempt },
      { sendReset: submit, stepBack: () => deps.backToForm(typed) },
    )
  }

  function submit(text: string): void {
    if (isBusy(store.getState())) return
    typed = text
    if (text.trim() === '') return showAddress('required')
    const email = parseEmailAddress(text)
    if (email === null) return showAddress('invalid')
    void send(email)
  }

  async function send(email: string): Promise<void> {
    if (isBusy(store.getState())) return
    begin(store)
    const { tenantId } = auth
    const id = deps.randomId()
    try {
      await accountService.askForPasswordLink(
        { email, ...(tenantId !== null && { tid: tenantId }), language: deps.shownLanguage() },
        id,
      )
      // In this browser, the link leads back to the sign-in request.
      deps.askedLinks.keep({ id, tenantId, search: deps.search(), credential: null })
      const resendAt = deps.now() + resendMs
      pending.keep({ method: 'password', tenantId, email, resendAt })
      showSent({ name: 'resetSent', email, resendAt, mails: (sent?.mails ?? 0) + 1 })
    } catch (error) {
      tell(error, sayFailure, sent ? undefined : () => void send(email))
    }
  }

  function showSent(step: Extract<PasswordStep, { name: 'resetSent' }>): void {
    sent = step
    showStep(step, {
      sendResetAgain: () => void send(step.email),
      stepBack: () => showAddress(),
      backToMethods: () => pending.forget(),
    })
  }

  /** After an email was sent, its step has the button for another, and waits as long as the server asks for. */
  function sayFailure(failure: RepeatableFailure): void {
    if (sent && failure.retryAt !== undefined) showSent({ ...sent, resendAt: failure.retryAt })
    showError(store, failure)
  }

  return {
    start(email, isWeak = false) {
      typed = email
      isOutdated = isWeak
      showAddress()
    },

    resume() {
      const kept = pending.recall(auth.tenantId)
      if (kept === null) return false
      const { email, resendAt } = kept
      typed = email
      showSent({ name: 'resetSent', email, resendAt, mails: 1 })
      return true
    },
  }
}
