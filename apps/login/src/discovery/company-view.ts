import type { CommandHandlers } from '../sign-in/commands.ts'
import type { CompanyStep, TenantChoice } from '../sign-in/company-step.ts'
import type { StepHistory } from '../sign-in/step-history.ts'
import { show } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { PendingCompany } from './pending-company.ts'

export interface CompanyViewDeps {
  store: SignInStore
  stepHistory: Pick<StepHistory, 'show'>
}

type Address = Extract<CompanyStep, { name: 'companyAddress' }>
type Code = Extract<CompanyStep, { name: 'companyCode' }>

/** Shows the steps of the search for a company, with what was typed. */
interface CompanyView {
  showAddress: (last: TenantChoice | null, error: Address['error']) => void
  showCode: (waiting: PendingCompany, error: Code['error']) => void
  /** Keeps what was typed as the email address. */
  note: (typed: string) => void
  /** Another email was sent, with another code. */
  countEmail: () => void
}

export function createCompanyView(
  { store, stepHistory }: CompanyViewDeps,
  handlers: CommandHandlers,
): CompanyView {
  let typed = ''
  let attempt = 0
  let mails = 1

  function showStep(step: CompanyStep, back: () => void): void {
    if (step.error !== null) attempt += 1
    show(store, { name: 'findCompany', step: { ...step, attempt } }, handlers)
    stepHistory.show(step.name, back)
  }

  return {
    showAddress(last, error) {
      mails = 1
      showStep({ name: 'companyAddress', typed, error, attempt, last }, () => {})
    },
    showCode({ email, resendAt }, error) {
      typed = email
      const back = () => handlers.editCompanyAddress?.()
      showStep({ name: 'companyCode', email, resendAt, mails, error, attempt }, back)
    },
    note(text) {
      typed = text
    },
    countEmail() {
      mails += 1
    },
  }
}
