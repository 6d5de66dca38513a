import type { i18n as I18n } from 'i18next'
import type { Config } from '@foyer/contract/config'
import englishMessages from '@foyer/messages/en/discovery.json'
import { openAccountService } from '../account-service/open-account-service.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { addMessages } from '../language/i18n.ts'
import type { FindCompany } from '../sign-in/open-find-company.ts'
import { isAllowedTenant } from './allowed-tenant.ts'
import { createFindCompany } from './find-company.ts'
import type { FindCompanyDeps } from './find-company.ts'
import { createPendingCompanies } from './pending-company.ts'

export { FindCompanyScreen } from './find-company-screen.tsx'

/** What the sign-in flow knows, and the screens do not. */
export interface FindCompanyParts extends Pick<
  FindCompanyDeps,
  'withTenants' | 'lastTenant' | 'tenantChoice' | 'tell'
> {
  config: Config
}

interface DiscoveryDeps
  extends
    FindCompanyParts,
    Pick<FindCompanyDeps, 'store' | 'stepHistory' | 'shownLanguage' | 'randomId' | 'now'> {
  i18n: I18n
  tabStorage: SafeStorage
  answerLimitMs: number
  /** The query of the sign-in request. */
  search: () => string
}

/** The search for a company with its real dependencies. The script is fetched when it is needed. */
export async function prepareFindCompany({
  i18n,
  config,
  tabStorage,
  answerLimitMs,
  search,
  ...deps
}: DiscoveryDeps): Promise<FindCompany> {
  await addMessages(i18n, 'discovery', englishMessages)
  const send = (url: string, init: RequestInit) => fetch(url, init)
  return createFindCompany({
    ...deps,
    accountService: openAccountService(config, answerLimitMs),
    isAllowed: (tid, tids) => isAllowedTenant(tid, tids, { search, send, limitMs: answerLimitMs }),
    pending: createPendingCompanies(tabStorage, deps.now),
  })
}
