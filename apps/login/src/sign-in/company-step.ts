import type { Tenant } from '@foyer/contract/config'

/** How many companies of a choice are shown at once. A longer list takes the browser seconds, and nobody reads it. */
export const shownAtOnce = 50

/** A company in a choice. A session may have one that the config does not list. */
export interface TenantChoice extends Pick<Tenant, 'name' | 'logoUrl'> {
  /** The id in the session: `_` and the number for the project itself. */
  id: string
}

/** The steps of a user whose company is not known, where the companies are not listed. */
export type CompanyStep =
  | {
      name: 'companyAddress'
      /** The work email, as it was typed. */
      typed: string
      /** `unknown`: no company has the domain. `elsewhere`: the company does not use this application. */
      error: 'required' | 'invalid' | 'unknown' | 'elsewhere' | null
      /** The number of rejected attempts. Each one moves the focus to the field. */
      attempt: number
      /** The company used last. */
      last: TenantChoice | null
    }
  | {
      name: 'companyCode'
      email: string
      /** When another email may be requested, in milliseconds since the epoch. */
      resendAt: number
      /** The number of emails. Each one empties the field. */
      mails: number
      error: 'required' | 'wrong' | 'expired' | null
      attempt: number
    }
