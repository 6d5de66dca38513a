import type { Config } from '@foyer/contract/config'
import { tenantIdOf } from '@foyer/iap-sign-in'
import { tenantIn } from '../config/tenants.ts'
import type { TenantChoice } from './company-step.ts'
import type { NamedTenant } from './screen.ts'

export function namedTenant(config: Config, tenantId: string | null): NamedTenant | null {
  const settings = tenantIn(config, tenantId)
  return settings ? { id: tenantId, name: settings.name, settings } : null
}

export function tenantChoice(config: Config, id: string): TenantChoice {
  const { name = id, logoUrl } = tenantIn(config, tenantIdOf(id)) ?? {}
  return { id, name, ...(logoUrl !== undefined && { logoUrl }) }
}
