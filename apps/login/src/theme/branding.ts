import type { Branding } from '@foyer/contract/config'
import type { CSSProperties } from 'react'

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
