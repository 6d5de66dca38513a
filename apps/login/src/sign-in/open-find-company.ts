import type { Config } from '@foyer/contract/config'
import type { SelectedTenantInfo } from '@foyer/iap-sign-in'

/** Finds the company of a user by the work email, where the companies are not listed. */
export type FindCompany = (choice: CompanyChoice) => Promise<SelectedTenantInfo>

export interface CompanyChoice {
  /** The companies of the request, or `_` if its application does not name them. */
  tids: readonly string[]
  /** The company used last in this browser. */
  last: string | null
  /** Whether the buttons of the company used last are shown without a question. */
  opensDirectly: (config: Config, tid: string) => boolean
  /** Whether the page still waits for this choice. */
  isCurrent: () => boolean
}
