import type { CompanyAnswer, CompanyCodeAnswer } from '@foyer/contract/discovery'
import { parseEmailAddress } from '@foyer/contract/email-address'
import { tenantIdOf } from '@foyer/iap-sign-in'
import type { SelectedTenantInfo } from '@foyer/iap-sign-in'
import type { AccountService } from '../account-service/account-service.ts'
import type { OpenConfig } from '../config/open-config.ts'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import type { LastTenant } from '../sign-in/last-tenant.ts'
import { tenantChoice as choiceOf } from '../sign-in/named-tenant.ts'
import type { CompanyChoice, FindCompany } from '../sign-in/open-find-company.ts'
import type { CompanyStep, TenantChoice } from '../sign-in/screen.ts'
import type { StepHistory } from '../sign-in/step-history.ts'
import { begin, isBusy, show, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { NotedChoice } from '../sign-in/tenant-choice.ts'
import type { PendingCompanies, PendingCompany } from './pending-company.ts'

export interface FindCompanyDeps extends Pick<OpenConfig, 'withTenants'> {
  store: SignInStore
  accountService: Pick<AccountService, 'findCompany' | 'enterCompanyCode'>
  /** Whether the application of the request lets a company in. */
  isAllowed: (tid: string, tids: readonly string[]) => Promise<boolean>
  lastTenant: Pick<LastTenant, 'keep'>
  tenantChoice: Pick<NotedChoice, 'note'>
  pending: PendingCompanies
  stepHistory: Pick<StepHistory, 'show'>
  tell: TellFailure
  /** The language of the email. */
  shownLanguage: () => Language
  randomId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** As for a text message. The server has its own limit. */
const resendMs = 60_000

/**
 * Asks for the work email, and for the code that is sent to it (K5). The company used last needs neither: its buttons are
 * shown at once, or it is the first choice (decision 27).
 */
export function createFindCompany(deps: FindCompanyDeps): FindCompany {
  async function lastChoice({ tids, last }: CompanyChoice): Promise<TenantChoice | null> {
    if (last === null) return null
    const config = await deps.withTenants([last])
    const isServed = Object.keys(config.tenants ?? {}).includes(last)
    return isServed && (await deps.isAllowed(last, tids)) ? choiceOf(config, last) : null
  }

  return async (choice) => {
    const last = await lastChoice(choice)
    if (last !== null && choice.opensDirectly(await deps.withTenants([]), last.id)) {
      return { tenantId: tenantIdOf(last.id) }
    }
    deps.tenantChoice.note()
    return new Promise((resolve) => {
      if (choice.isCurrent()) openSteps({ tids: choice.tids, last, resolve }, deps)
    })
  }
}

interface Search {
  tids: readonly string[]
  last: TenantChoice | null
  resolve: (chosen: SelectedTenantInfo) => void
}

function openSteps({ tids, last, resolve }: Search, deps: FindCompanyDeps): void {
  const { store, accountService, pending, stepHistory, tell } = deps
  let typed = ''
  let attempt = 0
  let mails = 1
  /** The request whose code may be entered. */
  let waiting = pending.recall(null)

  function showAddress(
    error: Extract<CompanyStep, { name: 'companyAddress' }>['error'] = null,
  ): void {
    if (error) attempt += 1
    waiting = null
    mails = 1
    pending.forget()
    show(
      store,
      { name: 'findCompany', step: { name: 'companyAddress', typed, error, attempt, last } },
      { findCompany: submit, chooseTenant: (tid) => resolve({ tenantId: tenantIdOf(tid) }) },
    )
    stepHistory.show('companyAddress', () => {})
  }

  function submit(text: string): void {
    if (isBusy(store.getState())) return
    typed = text
    if (text.trim() === '') return showAddress('required')
    const email = parseEmailAddress(text)
    if (email === null) return showAddress('invalid')
    typed = email
    void ask(email)
  }

  /** Carries out a request, with a message and a retry if it fails. */
  async function attemptTo(work: () => Promise<void>): Promise<void> {
    begin(store)
    try {
      await work()
    } catch (error) {
      tell(error, sayFailure, () => void attemptTo(work))
    }
  }

  const ask = (email: string): Promise<void> => {
    const request = {
      email,
      secret: deps.randomId() + deps.randomId(),
      language: deps.shownLanguage(),
    }
    const id = deps.randomId()
    return attemptTo(async () => {
      const answer: CompanyAnswer = await accountService.findCompany(request, id)
      if (answer.tid !== undefined) return useCompany(answer.tid, email)
      if (answer.status === 'unknown') return showAddress('unknown')
      if (waiting !== null) mails += 1
      showCode({
        tenantId: null,
        id,
        secret: request.secret,
        email,
        resendAt: deps.now() + resendMs,
      })
    })
  }

  function showCode(
    next: PendingCompany,
    error: Extract<CompanyStep, { name: 'companyCode' }>['error'] = null,
  ): void {
    if (error) attempt += 1
    waiting = next
    const { email, resendAt } = next
    typed = email
    pending.keep(next)
    show(
      store,
      {
        name: 'findCompany',
        step: { name: 'companyCode', email, resendAt, mails, error, attempt },
      },
      {
        enterCompanyCode: (code) => enter(next, code),
        sendCompanyCodeAgain: () => void ask(email),
        editCompanyAddress: () => showAddress(),
      },
    )
    stepHistory.show('companyCode', () => showAddress())
  }

  function enter(asked: PendingCompany, code: string): void {
    if (isBusy(store.getState())) return
    if (!/^\d{6}$/.test(code)) return showCode(asked, 'required')
    const { id, secret, email } = asked
    void attemptTo(async () => {
      const answer: CompanyCodeAnswer = await accountService.enterCompanyCode({
        id,
        secret,
        email,
        code,
      })
      if (answer.tid !== undefined) return useCompany(answer.tid, email)
      showCode(asked, answer.status === 'expired' ? 'expired' : 'wrong')
    })
  }

  async function useCompany(tid: string, email: string): Promise<void> {
    if (!(await deps.isAllowed(tid, tids))) return showAddress('elsewhere')
    pending.forget()
    // The next visit needs no code.
    deps.lastTenant.keep(`?${new URLSearchParams({ mode: 'login', tid })}`)
    resolve({ tenantId: tenantIdOf(tid), email })
  }

  /** The button for another email waits as long as the server asks for. */
  function sayFailure(failure: RepeatableFailure): void {
    if (waiting && failure.retryAt !== undefined) {
      showCode({ ...waiting, resendAt: failure.retryAt })
    }
    showError(store, failure)
  }

  if (waiting) showCode(waiting)
  else showAddress()
}
