import { isSameEmail, parseEmailAddress } from '@foyer/contract/email-address'
import type { AccountService } from '../account-service/account-service.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import { begin, isBusy, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { OpenLinkStepsDeps } from '../sign-in/open-link-steps.ts'
import type { LinkStep } from '../sign-in/screen.ts'
import type { AskedLinks } from '../sign-in/asked-links.ts'
import type { SentLinks } from './sent-link.ts'

export interface LinkRequestDeps extends Pick<
  OpenLinkStepsDeps,
  'auth' | 'pending' | 'tell' | 'showStep'
> {
  store: SignInStore
  accountService: Pick<AccountService, 'askForSignInLink'>
  askedLinks: AskedLinks
  sentLinks: SentLinks
  /** The language of the email. */
  shownLanguage: () => Language
  /** The query of the sign-in request. */
  search: () => string
  randomId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** As for a text message. The server has its own limit. */
const resendMs = 60_000

export interface LinkRequest {
  /** Shows the form for the email address, or after a reload where the link was sent. */
  start: () => void
  /** Sends a link to the pending credential's email address at once. */
  sendToPending: () => void
}

/** Requests a sign-in link (K6). The sign-in continues where the link is opened. */
export function createLinkRequest(deps: LinkRequestDeps): LinkRequest {
  const { auth, store, accountService, askedLinks, sentLinks, pending } = deps
  let typed = ''
  let attempt = 0
  /** The last email to the address that was typed. */
  let sent: Extract<LinkStep, { name: 'linkSent' }> | null = null

  function showAddress(error: 'required' | 'invalid' | null = null): void {
    if (error) attempt += 1
    sent = null
    sentLinks.forget()
    deps.showStep({ name: 'linkAddress', typed, error, attempt }, { sendLink: submit })
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
    typed = email
    begin(store)
    const { tenantId } = auth
    const id = deps.randomId()
    const credential = pending && isSameEmail(pending.email, email) ? pending : null
    try {
      await accountService.askForSignInLink(
        { email, ...(tenantId !== null && { tid: tenantId }), language: deps.shownLanguage() },
        id,
      )
      askedLinks.keep({ id, tenantId, search: deps.search(), credential })
      const resendAt = deps.now() + resendMs
      sentLinks.keep({ tenantId, email, resendAt })
      showSent({ name: 'linkSent', email, resendAt, mails: (sent?.mails ?? 0) + 1 })
    } catch (error) {
      deps.tell(error, sayFailure, sent ? undefined : () => void send(email))
    }
  }

  function showSent(step: Extract<LinkStep, { name: 'linkSent' }>): void {
    sent = step
    deps.showStep(step, {
      sendLinkAgain: () => void send(step.email),
      stepBack: () => showAddress(),
      backToMethods: () => sentLinks.forget(),
    })
  }

  /** After an email was sent, its step has the button for another, and waits as long as the server asks for. */
  function sayFailure(failure: RepeatableFailure): void {
    if (sent && failure.retryAt !== undefined) showSent({ ...sent, resendAt: failure.retryAt })
    showError(store, failure)
  }

  return {
    start() {
      const kept = sentLinks.recall(auth.tenantId)
      if (!kept) return showAddress()
      const { email, resendAt } = kept
      typed = email
      showSent({ name: 'linkSent', email, resendAt, mails: 1 })
    },
    sendToPending() {
      if (!pending) return showAddress()
      typed = pending.email
      showAddress()
      void send(pending.email)
    },
  }
}
