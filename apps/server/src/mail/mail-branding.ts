import { brandingOf } from '@foyer/contract/branding-of'
import type { Config } from '@foyer/contract/config'
import { entryOf } from '@foyer/contract/served-tenants'
import type { EmailDraft } from './compose.ts'
import { offeredMethods } from '../tenants/offered-methods.ts'

/** What the sign-in page shows for a tenant, as far as an email has it; null is the project level. */
export function mailBranding(
  config: Config,
  tenantId: string | null,
): Pick<EmailDraft, 'product' | 'accent' | 'contact' | 'configured'> {
  const { tenants = {} } = config
  const entry = entryOf(tenants, tenantId)
  const { productName = 'Foyer', accent } = brandingOf(config, entry ? tenants[entry] : undefined)
  return {
    product: productName,
    accent,
    contact: config.help?.contact,
    configured: offeredMethods(config, tenantId),
  }
}
