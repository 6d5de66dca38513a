import { tenantIdOf } from '@foyer/iap-sign-in'
import type { OpenConfig } from '../config/open-config.ts'
import { tenantChoice as choiceOf } from '../sign-in/named-tenant.ts'
import type { CompanyChoice, FindCompany } from '../sign-in/open-find-company.ts'
import type { TenantChoice } from '../sign-in/company-step.ts'
import type { NotedChoice } from '../sign-in/tenant-choice.ts'
import { openCompanySteps } from './company-steps.ts'
import type { CompanyStepsDeps } from './company-steps.ts'

export interface FindCompanyDeps extends CompanyStepsDeps, Pick<OpenConfig, 'withTenants'> {
  tenantChoice: Pick<NotedChoice, 'note'>
}

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
      if (choice.isCurrent()) openCompanySteps({ tids: choice.tids, last, resolve }, deps)
    })
  }
}
