import type { Config } from '@foyer/contract/config'
import { expect, it } from 'vitest'
import { mailBranding } from './mail-branding.ts'

const config: Config = {
  apiKey: 'key',
  authDomain: 'login.example.com',
  productURL: 'https://app.example.com/',
  functionUrl: '/custom-token',
  help: { contact: 'help@example.com' },
  branding: { productName: 'Portal', accent: '#1d4ed8' },
  tenants: {
    'acme-1a2b3': { name: 'Acme', accent: '#7a1f3d' },
    'globex-4c5d6': { name: 'Globex' },
    _123456789012: { name: 'Portal', accent: '#0b5cad' },
  },
}

it.each([
  ['acme-1a2b3', '#7a1f3d'],
  ['globex-4c5d6', '#1d4ed8'],
  ['unknown-7e8f9', '#1d4ed8'],
  [null, '#0b5cad'],
])('an email about an account of the tenant %s has the accent %s', (tenantId, accent) => {
  expect(mailBranding(config, tenantId)).toEqual({
    product: 'Portal',
    accent,
    contact: 'help@example.com',
    configured: ['google.com', 'microsoft.com'],
  })
})

it('an email of a deployment without branding has our name, and no accent and contact of its own', () => {
  const { branding: _branding, tenants: _tenants, help: _help, ...plain } = config
  expect(mailBranding(plain, null)).toEqual({
    product: 'Foyer',
    accent: undefined,
    contact: undefined,
    configured: ['google.com', 'microsoft.com'],
  })
})
