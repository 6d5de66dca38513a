import type { Config } from '@foyer/contract/config'
import { parseRegistration } from '@foyer/contract/registration'
import type {
  FieldErrors,
  Registration,
  RegistrationAnswer,
  RegistrationField,
} from '@foyer/contract/registration'
import { createStore } from 'zustand/vanilla'
import { AccountServiceError } from '../account-service/account-service-error.ts'
import type { AccountService } from '../account-service/account-service.ts'
import type { ErrorKey } from '../errors/error-table.ts'
import type { Failure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import type { RegistrationDraft } from './registration-draft.ts'
import { readRegistrationLink } from './registration-link.ts'
import type { RegistrationLink } from './registration-link.ts'

/** What the registration page shows, with exactly the data of that step. */
export type RegistrationStep =
  | { name: 'loading' }
  | {
      name: 'form'
      values: Partial<Registration>
      isInvited: boolean
      /** What the invitation settles. */
      fixed: readonly RegistrationField[]
      faults: FieldErrors
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

type RegistrationService = Pick<AccountService, 'register' | 'confirmRegistration'>

export interface RegistrationPorts {
  loadConfig: () => Promise<Config>
  accountService: (config: Config) => RegistrationService
  /** Takes the fragment out of the address; empty when there is none. */
  takeHash: () => string
  draft: RegistrationDraft
  failureOf: (error: unknown) => Failure
  shownLanguage: () => Language
  /** Hands the new account to the sign-in flow. */
  signIn: (customToken: string) => void
}

export interface RegistrationFlow {
  store: ReturnType<typeof createRegistrationStore>
  start: () => void
  /** Repeats what failed before there was anything to show. */
  retry: () => void
  keep: (values: Partial<Registration>) => void
  submit: (values: Partial<Registration>) => void
  confirm: () => void
}

function createRegistrationStore() {
  return createStore<RegistrationState>()(() => ({ config: null, step: { name: 'loading' } }))
}

/** These end the registration; everything else leaves the user what they have. */
const refusals: ReadonlySet<ErrorKey> = new Set([
  'REGISTRATION_REFUSED',
  'REGISTRATION_EXPIRED',
  'ALREADY_REGISTERED',
])

/** From the link or the bare form to a signed-in newcomer, or to words that say why not (A3, D10). */
export function createRegistrationFlow(ports: RegistrationPorts): RegistrationFlow {
  const store = createRegistrationStore()
  const { draft, failureOf } = ports
  let link: RegistrationLink | null = null
  let values: Partial<Registration> = {}
  let service: RegistrationService | null = null
  let attempts = 0

  const show = (step: RegistrationStep): void => store.setState({ step })

  function takeLink(): void {
    const hash = ports.takeHash()
    const arrived = readRegistrationLink(hash)
    if (arrived) draft.keepLink(hash)
    link = arrived ?? readRegistrationLink(draft.link())
    keep({ ...draft.values(), ...arrived?.suggested })
  }

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

  function keep(typed: Partial<Registration>): void {
    values = { ...typed, ...link?.invited }
    draft.keep(values)
  }

  function showForm(change: {
    faults?: FieldErrors
    isSending?: boolean
    failure?: Failure | null
  }): void {
    show({
      name: 'form',
      values,
      isInvited: Boolean(link?.invitation),
      fixed: Object.keys(link?.invited ?? {}) as RegistrationField[],
      faults: {},
      attempt: attempts,
      isSending: false,
      failure: null,
      ...change,
    })
  }

  async function register(accounts: RegistrationService): Promise<void> {
    const parsed = parseRegistration(values)
    if (!parsed.ok) return showProblem({ faults: parsed.errors })
    showForm({ isSending: true })
    const request = {
      ...parsed.registration,
      ...(link?.invitation && { invitation: link.invitation }),
      language: ports.shownLanguage(),
    }
    try {
      const answer = await accounts.register(request, draft.keyFor(JSON.stringify(request)))
      finish(answer, request.email)
    } catch (error) {
      const failure = failureOf(error)
      const faults = error instanceof AccountServiceError ? error.fields : {}
      if (refusals.has(failure.key)) refuse(failure)
      else showProblem(Object.keys(faults).length > 0 ? { faults } : { failure })
    }
  }

  function showProblem(problem: { faults: FieldErrors } | { failure: Failure }): void {
    attempts += 1
    showForm(problem)
  }

  async function confirm(accounts: RegistrationService, confirmation: string): Promise<void> {
    show({ name: 'confirmation', isSending: true, failure: null })
    try {
      const key = draft.keyFor(confirmation)
      finish(await accounts.confirmRegistration(confirmation, key), '')
    } catch (error) {
      const failure = failureOf(error)
      if (refusals.has(failure.key)) refuse(failure)
      else show({ name: 'confirmation', isSending: false, failure })
    }
  }

  function finish(answer: RegistrationAnswer, email: string): void {
    draft.forget()
    if (answer.status === 'mail-sent') return show({ name: 'mailSent', email })
    show({ name: 'loading' })
    ports.signIn(answer.customToken)
  }

  /** Whoever comes back by another way must not find this link in theirs. */
  function refuse(failure: Failure): void {
    draft.forgetLink()
    show({ name: 'refused', failure })
  }

  const isSending = (): boolean => {
    const { step } = store.getState()
    return 'isSending' in step && step.isSending
  }

  return {
    store,
    start() {
      takeLink()
      void open()
    },
    retry() {
      if (store.getState().step.name === 'failed') void open()
    },
    keep,
    submit(typed) {
      if (isSending() || !service) return
      keep(typed)
      void register(service)
    },
    confirm() {
      if (isSending() || !service || !link?.confirmation) return
      void confirm(service, link.confirmation)
    },
  }
}
