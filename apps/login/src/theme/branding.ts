import type { Branding, Config, Tenant } from '@foyer/contract/config'
import type { CSSProperties } from 'react'

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

/**
 * The branding as CSS custom properties. The config's schema has validated every value: colours are `#rrggbb`, and URLs
 * are in canonical spelling, without quotes and backslashes.
 */
export function styleOf({ accent, panelColor, panelImageUrl }: Branding): CSSProperties {
  const properties = {
    ...(accent !== undefined && { '--brand': accent }),
    ...(panelColor !== undefined && { '--panel': panelColor }),
    ...(panelImageUrl !== undefined && { '--panel-image': `url("${panelImageUrl}")` }),
  }
  return properties as CSSProperties
}
