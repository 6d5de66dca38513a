import type { Config } from '@foyer/contract/config'
import type { FieldErrors, Registration, RegistrationAnswer } from '@foyer/contract/registration'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { AccountServiceError } from '../account-service/account-service-error.ts'
import type { AccountService } from '../account-service/account-service.ts'
import { patienceMs } from '../browser/leaving.ts'
import type { Failure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import type { EndedLinks } from './ended-link.ts'
import type { RegistrationDraft } from './registration-draft.ts'
import { readRegistrationLink } from './registration-link.ts'
import type { StepHistory } from '../sign-in/step-history.ts'
import {
  answered,
  configFailed,
  configLoaded,
  confirmed,
  correcting,
  linkChecked,
  notAccepted,
  notOnTheWay,
  resendAsked,
  retried,
  started,
  submitted,
  typed,
} from './registration-rules.ts'
import { initialRegistration } from './registration-state.ts'
import type {
  RegistrationEffect,
  RegistrationState,
  RegistrationTransition,
} from './registration-state.ts'

export interface RegistrationDeps {
  loadConfig: () => Promise<Config>
  accountService: (
    config: Config,
  ) => Pick<
    AccountService,
    'checkInvitation' | 'checkConfirmation' | 'register' | 'confirmRegistration'
  >
  /** Removes the fragment from the URL and returns it. Empty if there is none. */
  takeHash: () => string
  draft: RegistrationDraft
  endedLinks: EndedLinks
  failureOf: (error: unknown) => Failure
  shownLanguage: () => Language
  /** Passes the new account to the sign-in flow. */
  signIn: (customToken: string) => void
  /** Lets the sign-in buttons say that there is an account. Returns false if the browser cannot keep that. */
  noteAccount: () => boolean
  /** Leaves for a URL of the config, which replaces this page in the history. */
  leave: (url: string) => void
  stepHistory: Pick<StepHistory, 'show'>
  now: () => number
}

/** The part of the registration's state that the page shows. */
export type ShownRegistration = Pick<RegistrationState, 'config' | 'step'>

export interface RegistrationFlow {
  store: StoreApi<ShownRegistration>
  start: () => void
  /** Retries after a failure before the form was shown. */
  retry: () => void
  keep: (values: Partial<Registration>) => void
  submit: (values: Partial<Registration>) => void
  confirm: () => void
  /** Sends the email again. */
  resend: () => void
  /** Returns from the email step to the form. */
  correct: () => void
  /** The user leaves for a registration without the link that cannot be used. */
  leaveLink: () => void
}

type RegistrationRequestEffect = Extract<
  RegistrationEffect,
  { name: 'loadConfig' | 'checkLink' | 'register' | 'confirm' }
>

/** Runs a registration. Its rules are in `registration-rules.ts`, and this function carries out their effects. */
export function createRegistrationFlow(deps: RegistrationDeps): RegistrationFlow {
  const { draft, failureOf, stepHistory } = deps
  let state = initialRegistration
  const store = createStore<ShownRegistration>()(() => initialRegistration)

  function follow([next, effect]: RegistrationTransition): void {
    const before = state
    state = next
    if (next.values !== before.values) draft.keep(next.values)
    // The form's fields are uncontrolled, so typing renders nothing.
    if (next.step !== before.step) store.setState(next)
    if (next.step.name !== before.step.name) keepHistory()
    if (effect) run(effect)
  }

  function keepHistory(): void {
    const { name } = state.step
    if (name === 'form' || name === 'mailSent') stepHistory.show(name, correct)
  }

  const correct = (): void => follow(correcting(state))

  function run(effect: RegistrationEffect): void {
    if (effect.name === 'endLink') deps.endedLinks.keep(effect)
    if (effect.name === 'endLink' || effect.name === 'forgetLink') draft.forgetLink()
    else if (effect.name === 'keepSent') draft.keepSent(effect.at)
    else if (effect.name === 'forgetSent') draft.forgetSent()
    else if (effect.name === 'finish') {
      draft.forget()
      deps.signIn(effect.customToken)
    } else if (effect.name === 'signInInstead') {
      draft.forget()
      const showLink = (): void => follow(notOnTheWay(state))
      if (!deps.noteAccount()) return showLink()
      deps.leave(effect.url)
      setTimeout(showLink, patienceMs)
    } else ask(effect)
  }

  function ask(effect: RegistrationRequestEffect): void {
    if (effect.name === 'loadConfig') {
      const wasSent = state.link !== null && draft.wasSent(state.link)
      deps.loadConfig().then(
        (config) => follow(configLoaded(state, config, wasSent)),
        (error: unknown) => follow(configFailed(state, failureOf(error))),
      )
    } else if (effect.name === 'checkLink') {
      check(effect, deps).then(
        () => follow(linkChecked(state, null)),
        (error: unknown) => follow(linkChecked(state, failureOf(error))),
      )
    } else {
      send(effect, deps).then(
        (answer) => follow(answered(state, answer, deps.now())),
        (error: unknown) => follow(notAccepted(state, failureOf(error), fieldErrorsIn(error))),
      )
    }
  }

  return {
    store,
    start() {
      const hash = deps.takeHash()
      const arrived = readRegistrationLink(hash)
      if (arrived) draft.keepLink(hash)
      const sentAt = draft.sentAt()
      const link = arrived ?? readRegistrationLink(draft.link())
      const ended = deps.endedLinks.recall()
      follow(started({ link, sentAt, ended }, { ...draft.values(), ...arrived?.suggested }))
    },
    retry: () => follow(retried(state)),
    keep: (values) => follow(typed(state, values)),
    submit: (values) => follow(submitted(state, values)),
    confirm: () => follow(confirmed(state)),
    resend: () => follow(resendAsked(state)),
    correct,
    leaveLink: deps.endedLinks.forget,
  }
}

const fieldErrorsIn = (error: unknown): FieldErrors =>
  error instanceof AccountServiceError ? error.fields : {}

function check(
  { config, link }: Extract<RegistrationEffect, { name: 'checkLink' }>,
  { accountService }: RegistrationDeps,
): Promise<void> {
  const accounts = accountService(config)
  return link.confirmation === null
    ? accounts.checkInvitation(link.invitation ?? '')
    : accounts.checkConfirmation(link.confirmation)
}

function send(
  effect: Extract<RegistrationEffect, { name: 'register' | 'confirm' }>,
  { accountService, draft, shownLanguage }: RegistrationDeps,
): Promise<RegistrationAnswer> {
  const accounts = accountService(effect.config)
  if (effect.name === 'confirm') {
    const { confirmation } = effect
    return accounts.confirmRegistration(confirmation, draft.keyFor(confirmation))
  }
  const request = { ...effect.content, language: shownLanguage() }
  return accounts.register(request, draft.keyFor(JSON.stringify(request)))
}
