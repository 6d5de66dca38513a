import type { Config } from '@foyer/contract/config'
import { parseRegistration } from '@foyer/contract/registration'
import type { FieldFaults, Registration, RegistrationAnswer } from '@foyer/contract/registration'
import { createStore } from 'zustand/vanilla'
import { AccountServiceError } from '../account-service/account-service-error.ts'
import type { AccountService } from '../account-service/account-service.ts'
import type { Failure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import type { RegistrationDraft } from './registration-draft.ts'
import type { RegistrationLink } from './registration-link.ts'

/** What the registration page shows, with exactly the data of that step. */
export type RegistrationStep =
  | { name: 'loading' }
  | {
      name: 'form'
      values: Partial<Registration>
      /** The invitation is for this address and this company. */
      isInvited: boolean
      faults: FieldFaults
      /** Counts the refused attempts: each moves the focus to the summary of faults. */
      attempt: number
      isSending: boolean
      failure: Failure | null
    }
  /** The link of the mail was opened: a press of the button uses it, so that no mail scanner does. */
  | { name: 'confirmation'; isSending: boolean; failure: Failure | null }
  | { name: 'mailSent'; email: string }
  /** Nobody registers here without an invitation. */
  | { name: 'closed' }
  | { name: 'refused'; failure: Failure }
  | { name: 'failed'; failure: Failure }

export interface RegistrationState {
  config: Config | null
  step: RegistrationStep
}

export interface RegistrationPorts {
  loadConfig: () => Promise<Config>
  accountService: (config: Config) => AccountService
  /** The link of this page load, taken out of the address; null when there is none. */
  takeLink: () => RegistrationLink | null
  draft: RegistrationDraft
  failureOf: (error: unknown) => Failure
  shownLanguage: () => Language
  randomKey: () => string
  /** Hands the new account to the sign-in flow. */
  signIn: (customToken: string) => void
}

export interface RegistrationFlow {
  store: ReturnType<typeof createRegistrationStore>
  start: () => void
  keep: (values: Partial<Registration>) => void
  submit: (values: Partial<Registration>) => void
  confirm: () => void
}

function createRegistrationStore() {
  return createStore<RegistrationState>()(() => ({ config: null, step: { name: 'loading' } }))
}

const refusals = new Set(['REGISTRATION_REFUSED', 'REGISTRATION_EXPIRED', 'ALREADY_REGISTERED'])

/** From the link or the bare form to a signed-in newcomer, or to words that say why not (A3, D10). */
export function createRegistrationFlow(ports: RegistrationPorts): RegistrationFlow {
  const store = createRegistrationStore()
  const { draft, failureOf } = ports
  let service: AccountService | null = null
  let link: RegistrationLink | null = null
  let attempts = 0
  /** A retry of the same content is the same registration, whatever became of the first try. */
  let sent = { content: '', key: '' }
  let started = false

  const show = (step: RegistrationStep): void => store.setState({ step })
  /** What the visitor may not change. */
  const invited = (): Partial<Registration> => (link?.invitation ? link.known : {})

  async function open(): Promise<void> {
    show({ name: 'loading' })
    try {
      const config = await ports.loadConfig()
      service = ports.accountService(config)
      store.setState({ config })
      if (link?.confirmation) show({ name: 'confirmation', isSending: false, failure: null })
      else if (link?.invitation || config.selfRegistration) showForm({})
      else show({ name: 'closed' })
    } catch (error) {
      show({ name: 'failed', failure: failureOf(error) })
    }
  }

  function showForm(change: {
    faults?: FieldFaults
    isSending?: boolean
    failure?: Failure | null
  }): void {
    show({
      name: 'form',
      values: { ...link?.known, ...draft.values(), ...invited() },
      isInvited: Boolean(link?.invitation),
      faults: {},
      isSending: false,
      failure: null,
      attempt: attempts,
      ...change,
    })
  }

  async function register(typed: Partial<Registration>): Promise<void> {
    const values = { ...typed, ...invited() }
    draft.keep(values)
    const parsed = parseRegistration(values)
    if (!parsed.ok) {
      attempts += 1
      return showForm({ faults: parsed.faults })
    }
    showForm({ isSending: true })
    const request = {
      ...parsed.registration,
      ...(link?.invitation && { invitation: link.invitation }),
      language: ports.shownLanguage(),
    }
    await send(
      JSON.stringify(request),
      (key) => service?.register(request, key),
      (failure, faults) => {
        attempts += 1
        showForm({ failure, faults })
      },
    )
  }

  async function confirm(confirmation: string): Promise<void> {
    show({ name: 'confirmation', isSending: true, failure: null })
    await send(
      confirmation,
      (key) => service?.confirmRegistration(confirmation, key),
      (failure) => show({ name: 'confirmation', isSending: false, failure }),
    )
  }

  async function send(
    content: string,
    ask: (key: string) => Promise<RegistrationAnswer> | undefined,
    complain: (failure: Failure | null, faults: FieldFaults) => void,
  ): Promise<void> {
    if (sent.content !== content) sent = { content, key: ports.randomKey() }
    try {
      const answer = await ask(sent.key)
      if (answer) finish(answer)
    } catch (error) {
      const failure = failureOf(error)
      if (refusals.has(failure.key)) return show({ name: 'refused', failure })
      const faults = error instanceof AccountServiceError ? error.fields : {}
      complain(Object.keys(faults).length > 0 ? null : failure, faults)
    }
  }

  function finish(answer: RegistrationAnswer): void {
    const { email = '' } = draft.values()
    draft.forget()
    if (answer.status === 'mail-sent') return show({ name: 'mailSent', email })
    show({ name: 'loading' })
    ports.signIn(answer.customToken)
  }

  const isSending = (): boolean => {
    const { step } = store.getState()
    return 'isSending' in step && step.isSending
  }

  return {
    store,
    start() {
      if (started && store.getState().step.name !== 'failed') return
      if (!started) link = takeOrRecall(ports)
      started = true
      void open()
    },
    keep: (values) => draft.keep(values),
    submit(values) {
      if (!isSending()) void register(values)
    },
    confirm() {
      if (!isSending() && link?.confirmation) void confirm(link.confirmation)
    },
  }
}

/** After a reload the link is no longer in the address. */
function takeOrRecall({ takeLink, draft }: RegistrationPorts): RegistrationLink | null {
  const link = takeLink()
  if (link) draft.keepLink(link)
  return link ?? draft.link()
}
