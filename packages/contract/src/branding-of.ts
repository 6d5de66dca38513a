import type { Branding, Config, Tenant } from './config.ts'

/** The branding of a deployment. A tenant's own branding overrides it. */
export function brandingOf(config: Config | null, tenant: Tenant | undefined): Branding {
  const { logoUrl, accent, panelColor, panelImageUrl } = tenant ?? {}
  return {
    ...config?.branding,
    ...(logoUrl !== undefined && { logoUrl }),
    ...(accent !== undefined && { accent }),
    ...(panelColor !== undefined && { panelColor }),
    ...(panelImageUrl !== undefined && { panelImageUrl }),
  }
}
