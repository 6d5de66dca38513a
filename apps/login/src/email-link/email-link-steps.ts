import type { EmailLinkAnswer } from '@foyer/contract/email-link'
import type { AccountService } from '../account-service/account-service.ts'
import { codeOf } from '../errors/coded-error.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import type { MethodSteps, MethodStepsDeps } from '../sign-in/method-steps.ts'
import type { EmailLinkStep } from '../sign-in/email-link-step.ts'
import { isBusy, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { AskedLinks } from '../sign-in/asked-links.ts'
import { attempt } from '../code/attempt.ts'
import { createEmailRequests, readAddress, resendMs } from '../code/email-requests.ts'
import { createEmailLinkView } from './email-link-view.ts'
import type { PendingEmailLink, PendingEmailLinks } from './pending-email-link.ts'

export interface EmailLinkStepsDeps extends MethodStepsDeps<EmailLinkStep> {
  store: SignInStore
  accountService: Pick<AccountService, 'askForEmailLink' | 'useEmailLink' | 'enterEmailLinkCode'>
  askedLinks: Pick<AskedLinks, 'keep' | 'forget'>
  pending: PendingEmailLinks
  /** The language of the email. */
  shownLanguage: () => Language
  /** The query of the sign-in request. */
  search: () => string
  randomId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Signs in with a link in an email, or with the code that the link shows in another browser (K6). */
export function createEmailLinkSteps(deps: EmailLinkStepsDeps): MethodSteps {
  const { auth, store } = deps
  const requests = createEmailRequests(deps.pending, deps.now)
  const view = createEmailLinkView(deps.showStep, {
    sendEmailLink: submit,
    sendEmailLinkAgain: () => void send(requests.current()?.email),
    enterEmailLinkCode: enter,
    stepBack() {
      requests.leave()
      view.showAddress(null)
    },
    backToMethods: requests.forget,
  })

  function showAddress(): void {
    requests.end()
    view.showAddress(null)
  }

  function submit(text: string): void {
    if (isBusy(store.getState())) return
    view.note(text)
    const typed = readAddress(text)
    if (typed.email === null) return view.showAddress(typed.error)
    const left = requests.returnTo(typed.email)
    if (left === null) void send(typed.email)
    else view.showSent(left, null)
  }

  async function send(email: string | undefined): Promise<void> {
    if (email === undefined) return
    const ids = { id: deps.randomId(), secret: deps.randomId() + deps.randomId() }
    return attempt(outcomes, deps, async () => {
      const waiting = await requestLink({ ...ids, email }, deps)
      requests.keep(waiting)
      view.countEmail()
      view.showSent(waiting, null)
    })
  }

  function enter(code: string): void {
    const waiting = requests.current()
    if (waiting === null || isBusy(store.getState())) return
    if (!/^\d{6}$/.test(code)) return view.showSent(waiting, 'required')
    void redeem(waiting, askWithCode(waiting, code, deps))
  }

  /** Signs in with the answer of our server, which is the proof for Identity Platform. */
  function redeem(asked: PendingEmailLink, ask: () => Promise<EmailLinkAnswer>): Promise<void> {
    return attempt(outcomes, deps, async () => {
      const { status, oobCode } = requests.answered(await ask())
      const error = status === 'wrong' ? 'wrong' : 'expired'
      if (oobCode === undefined) return view.showSent(asked, error)
      requests.forget()
      await signIn(asked.email, oobCode, deps)
    })
  }

  /** After an email was sent, its step has the button for another, and waits as long as the server asks for. */
  function sayFailure(failure: RepeatableFailure, error: unknown): void {
    const waiting = requests.current()
    if (waiting && failure.retryAt !== undefined) waiting.resendAt = failure.retryAt
    if (codeOf(error) === 'sign-in-link-expired' || waiting === null) showAddress()
    else view.showSent(waiting, null)
    showError(store, failure)
  }

  const outcomes = { sayFailure, onBack: showAddress }

  return {
    start(loginHint) {
      const waiting = requests.recall(auth.tenantId)
      view.note(waiting?.email ?? loginHint ?? '')
      if (!waiting) return view.showAddress(null)
      view.showSent(waiting, null)
      if (waiting.opened) void redeem(waiting, askWithLink(waiting, waiting.opened, deps))
    },
    stop: requests.forget,
  }
}

/** The code of Identity Platform can be used once, so nothing of the request is kept. */
async function signIn(
  email: string,
  oobCode: string,
  { auth, accept, askedLinks }: Pick<EmailLinkStepsDeps, 'auth' | 'accept' | 'askedLinks'>,
): Promise<void> {
  askedLinks.forget()
  const credential = await auth.signInWithEmailLink(email, oobCode)
  await accept({ ...credential, providerId: 'emailLink' })
}

/** @returns a function that uses the link that was opened in this browser, each time as the same press */
function askWithLink(
  { secret }: PendingEmailLink,
  { link, press }: NonNullable<PendingEmailLink['opened']>,
  { accountService }: Pick<EmailLinkStepsDeps, 'accountService'>,
): () => Promise<EmailLinkAnswer> {
  return () => accountService.useEmailLink({ link, secret }, press)
}

/** @returns a function that sends the code from the other browser, each time as the same press */
function askWithCode(
  { id, secret, email, tenantId }: PendingEmailLink,
  code: string,
  { accountService, randomId }: Pick<EmailLinkStepsDeps, 'accountService' | 'randomId'>,
): () => Promise<EmailLinkAnswer> {
  const press = randomId()
  const entered = { id, secret, email, code, ...tidOf(tenantId) }
  return () => accountService.enterEmailLinkCode(entered, press)
}

/** Requests a link, and stores what the tab that opens it needs. */
async function requestLink(
  { id, secret, email }: Pick<PendingEmailLink, 'id' | 'secret' | 'email'>,
  deps: EmailLinkStepsDeps,
): Promise<PendingEmailLink> {
  const { tenantId } = deps.auth
  const language = deps.shownLanguage()
  await deps.accountService.askForEmailLink({ email, secret, language, ...tidOf(tenantId) }, id)
  deps.askedLinks.keep({ id, secret, tenantId, search: deps.search(), credential: null })
  const resendAt = deps.now() + resendMs
  const waiting: PendingEmailLink = {
    method: 'emailLink',
    tenantId,
    email,
    id,
    secret,
    resendAt,
  }
  return waiting
}

function tidOf(tenantId: string | null): { tid?: string } {
  return tenantId === null ? {} : { tid: tenantId }
}
