import type { Branding, Config, Tenant } from '@foyer/contract/config'
import type { CSSProperties } from 'react'

/** What a deployment shows as its own; a tenant's own stands before it. */
export function lookOf(config: Config | null, tenant: Tenant | undefined): Branding {
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
 * The look as custom properties. The config's schema has judged every value: colours are `#rrggbb` and
 * addresses are in the plain spelling, which holds no quote and no backslash.
 */
export function styleOf({ accent, panelColor, panelImageUrl }: Branding): CSSProperties {
  const properties = {
    ...(accent !== undefined && { '--brand': accent }),
    ...(panelColor !== undefined && { '--panel': panelColor }),
    ...(panelImageUrl !== undefined && { '--panel-image': `url("${panelImageUrl}")` }),
  }
  return properties as CSSProperties
}
