import { tenantIdOf } from '@foyer/iap-sign-in'
import type { SelectedTenantInfo } from '@foyer/iap-sign-in'
import type { AccountService } from '../account-service/account-service.ts'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import type { LastTenant } from '../sign-in/last-tenant.ts'
import type { TenantChoice } from '../sign-in/company-step.ts'
import { isBusy, showError } from '../sign-in/store.ts'
import { attempt } from '../code/attempt.ts'
import { createEmailRequests, readAddress, resendMs } from '../code/email-requests.ts'
import { createCompanyView } from './company-view.ts'
import type { CompanyViewDeps } from './company-view.ts'
import type { PendingCompanies, PendingCompany } from './pending-company.ts'

export interface CompanyStepsDeps extends CompanyViewDeps {
  accountService: Pick<AccountService, 'findCompany' | 'enterCompanyCode'>
  /** Whether the application of the request lets a company in. */
  isAllowed: (tid: string, tids: readonly string[]) => Promise<boolean>
  lastTenant: Pick<LastTenant, 'keep'>
  pending: PendingCompanies
  tell: TellFailure
  /** The language of the email. */
  shownLanguage: () => Language
  randomId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

interface Search {
  /** The companies of the request, or `_` if its application does not name them. */
  tids: readonly string[]
  /** The company used last. */
  last: TenantChoice | null
  resolve: (chosen: SelectedTenantInfo) => void
}

/** The steps from the work email to the company. */
export function openCompanySteps({ tids, last, resolve }: Search, deps: CompanyStepsDeps): void {
  const { store, accountService } = deps
  const view = createCompanyView(deps, {
    findCompany: submit,
    chooseTenant: (tid) => resolve({ tenantId: tenantIdOf(tid) }),
    enterCompanyCode: enter,
    sendCompanyCodeAgain: () => void ask(requests.current()?.email),
    editCompanyAddress() {
      requests.leave()
      view.showAddress(last, null)
    },
  })
  const requests = createEmailRequests(deps.pending, deps.now)

  function showAddress(error: Parameters<typeof view.showAddress>[1] = null): void {
    requests.forget()
    view.showAddress(last, error)
  }

  function showCode(next: PendingCompany, error: Parameters<typeof view.showCode>[1] = null): void {
    requests.keep(next)
    view.showCode(next, error)
  }

  function submit(text: string): void {
    if (isBusy(store.getState())) return
    view.note(text)
    const typed = readAddress(text)
    if (typed.email === null) return showAddress(typed.error)
    const left = requests.returnTo(typed.email)
    return left === null ? void ask(typed.email) : showCode(left)
  }

  async function ask(email: string | undefined): Promise<void> {
    if (email === undefined) return
    const secret = deps.randomId() + deps.randomId()
    const id = deps.randomId()
    return attempt({ sayFailure }, deps, async () => {
      const request = { email, secret, language: deps.shownLanguage() }
      const { status, tid } = await accountService.findCompany(request, id)
      view.note(email)
      if (tid !== undefined) return useCompany(tid, email)
      if (status === 'unknown') return showAddress('unknown')
      if (requests.current() !== null) view.countEmail()
      showCode({ tenantId: null, id, secret, email, resendAt: deps.now() + resendMs })
    })
  }

  function enter(code: string): void {
    const asked = requests.current()
    if (asked === null || isBusy(store.getState())) return
    if (!/^\d{6}$/.test(code)) return showCode(asked, 'required')
    const { id, secret, email } = asked
    void attempt({ sayFailure }, deps, async () => {
      const entered = await accountService.enterCompanyCode({ id, secret, email, code })
      const { status, tid } = requests.answered(entered)
      if (tid !== undefined) return useCompany(tid, email)
      showCode(asked, status === 'expired' ? 'expired' : 'wrong')
    })
  }

  async function useCompany(tid: string, email: string): Promise<void> {
    if (!(await deps.isAllowed(tid, tids))) return showAddress('elsewhere')
    requests.forget()
    remember(tid, deps)
    resolve({ tenantId: tenantIdOf(tid), email })
  }

  /** The button for another email waits as long as the server asks for. */
  function sayFailure(failure: RepeatableFailure): void {
    const waiting = requests.current()
    const { retryAt } = failure
    if (waiting && retryAt !== undefined) showCode({ ...waiting, resendAt: retryAt })
    showError(store, failure)
  }

  const kept = requests.recall(null)
  if (kept) showCode(kept)
  else showAddress()
}

/** The next visit needs no code. */
function remember(tid: string, { lastTenant }: Pick<CompanyStepsDeps, 'lastTenant'>): void {
  lastTenant.keep(`?${new URLSearchParams({ mode: 'login', tid }).toString()}`)
}
