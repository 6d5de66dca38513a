import { describe, expect, it } from 'vitest'
import { demoConfig } from '../testing/demo-config.ts'
import { brandingOf } from '@foyer/contract/branding-of'
import { styleOf } from './branding.ts'

describe('branding', () => {
  it('the branding is the deployment’s if the tenant has none of its own', () => {
    expect(brandingOf(demoConfig, undefined)).toEqual(demoConfig.branding)
    expect(brandingOf(demoConfig, { name: 'Acme' })).toEqual(demoConfig.branding)
    expect(brandingOf(null, undefined)).toEqual({})
  })

  it('the tenant’s own branding overrides the deployment’s', () => {
    const tenant = { name: 'Acme', accent: '#7a1f3d', logoUrl: '/logos/acme.svg' }
    expect(brandingOf(demoConfig, tenant)).toMatchObject({
      productName: 'Acme Portal',
      accent: '#7a1f3d',
      logoUrl: '/logos/acme.svg',
    })
  })

  it('the branding becomes CSS custom properties', () => {
    expect(
      styleOf({ accent: '#7a1f3d', panelColor: '#101010', panelImageUrl: '/panel.webp' }),
    ).toEqual({
      '--brand': '#7a1f3d',
      '--panel': '#101010',
      '--panel-image': 'url("/panel.webp")',
    })
    expect(styleOf({})).toEqual({})
  })
})
