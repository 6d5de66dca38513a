import { secondFactorsOf } from '@foyer/contract/config'
import type { Config } from '@foyer/contract/config'
import { tenantIn } from '../config/tenants.ts'

/** Whether a sign-in had no second factor, although the tenant's accounts need one (K3). */
export function lacksFactor(config: Config, tenantId: string | null, result: object): boolean {
  const { claims } = result as { claims?: { firebase?: { sign_in_second_factor?: unknown } } }
  return (
    secondFactorsOf(config, tenantIn(config, tenantId)).length > 0 &&
    !claims?.firebase?.sign_in_second_factor
  )
}
