import type { Config } from '@foyer/contract/config'
import type { FieldErrors, Registration, RegistrationAnswer } from '@foyer/contract/registration'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { AccountServiceError } from '../account-service/account-service-error.ts'
import type { AccountService } from '../account-service/account-service.ts'
import type { Failure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import type { RegistrationDraft } from './registration-draft.ts'
import { readRegistrationLink } from './registration-link.ts'
import {
  answered,
  configFailed,
  configLoaded,
  confirmed,
  initialRegistration,
  notAccepted,
  retried,
  started,
  submitted,
  typed,
} from './registration-state.ts'
import type {
  RegistrationEffect,
  RegistrationState,
  RegistrationTransition,
} from './registration-state.ts'

export interface RegistrationDeps {
  loadConfig: () => Promise<Config>
  accountService: (config: Config) => Pick<AccountService, 'register' | 'confirmRegistration'>
  /** Removes the fragment from the URL and returns it. Empty if there is none. */
  takeHash: () => string
  draft: RegistrationDraft
  failureOf: (error: unknown) => Failure
  shownLanguage: () => Language
  /** Passes the new account to the sign-in flow. */
  signIn: (customToken: string) => void
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
}

/** Runs a registration. Its rules are in `registration-state.ts`, and this function carries out their effects. */
export function createRegistrationFlow(deps: RegistrationDeps): RegistrationFlow {
  const { draft, failureOf } = deps
  let state = initialRegistration
  const store = createStore<ShownRegistration>()(() => initialRegistration)

  function follow([next, effect]: RegistrationTransition): void {
    const before = state
    state = next
    if (next.values !== before.values) draft.keep(next.values)
    // The form's fields are uncontrolled, so typing renders nothing.
    if (next.step !== before.step) store.setState(next)
    if (effect) run(effect)
  }

  function run(effect: RegistrationEffect): void {
    if (effect.name === 'forgetLink') draft.forgetLink()
    else if (effect.name === 'finish') {
      draft.forget()
      if (effect.customToken !== null) deps.signIn(effect.customToken)
    } else if (effect.name === 'loadConfig') {
      deps.loadConfig().then(
        (config) => follow(configLoaded(state, config)),
        (error: unknown) => follow(configFailed(state, failureOf(error))),
      )
    } else {
      send(effect, deps).then(
        ({ answer, email }) => follow(answered(state, answer, email)),
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
      const link = arrived ?? readRegistrationLink(draft.link())
      follow(started(link, { ...draft.values(), ...arrived?.suggested }))
    },
    retry: () => follow(retried(state)),
    keep: (values) => follow(typed(state, values)),
    submit: (values) => follow(submitted(state, values)),
    confirm: () => follow(confirmed(state)),
  }
}

const fieldErrorsIn = (error: unknown): FieldErrors =>
  error instanceof AccountServiceError ? error.fields : {}

async function send(
  effect: Extract<RegistrationEffect, { name: 'register' | 'confirm' }>,
  { accountService, draft, shownLanguage }: RegistrationDeps,
): Promise<{ answer: RegistrationAnswer; email: string }> {
  const accounts = accountService(effect.config)
  if (effect.name === 'confirm') {
    const { confirmation } = effect
    const key = draft.keyFor(confirmation)
    return { answer: await accounts.confirmRegistration(confirmation, key), email: '' }
  }
  const request = { ...effect.content, language: shownLanguage() }
  const key = draft.keyFor(JSON.stringify(request))
  return { answer: await accounts.register(request, key), email: request.email }
}
