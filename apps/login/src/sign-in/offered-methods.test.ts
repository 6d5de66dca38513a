import type { Config } from '@foyer/contract/config'
import { describe, expect, it } from 'vitest'
import { offeredMethods, withGoogleLast } from './offered-methods.ts'

const config: Config = {
  apiKey: 'demo-api-key',
  authDomain: 'login.example.com',
  productURL: 'https://app.example.com/',
  functionUrl: '/function/link',
}

describe('offered methods', () => {
  it('the offered methods are Google and Microsoft by default', () => {
    expect(offeredMethods(config, null)).toEqual(['google.com', 'microsoft.com'])
  })

  it('the offered methods are the deployment’s, or the tenant’s own if it has some', () => {
    const custom: Config = {
      ...config,
      methods: ['microsoft.com', 'google.com'],
      tenants: { acme: { name: 'Acme', methods: ['google.com'] }, globex: { name: 'Globex' } },
    }
    expect(offeredMethods(custom, null)).toEqual(['microsoft.com', 'google.com'])
    expect(offeredMethods(custom, 'acme')).toEqual(['google.com'])
    expect(offeredMethods(custom, 'globex')).toEqual(['microsoft.com', 'google.com'])
  })

  it('a method with settings is offered by its id (K1a)', () => {
    const methods: Config['methods'] = ['phone', { provider: 'oidc.initech' }]
    expect(offeredMethods({ ...config, methods }, null)).toEqual(['phone', 'oidc.initech'])
    expect(offeredMethods({ ...config, methods }, 'acme')).toEqual(['oidc.initech'])
    expect(offeredMethods({ ...config, methods }, null, ['oidc.initech'])).toEqual(['oidc.initech'])
  })

  it('the offered methods are restricted to the hint, unless none would be left', () => {
    expect(offeredMethods(config, null, ['microsoft.com'])).toEqual(['microsoft.com'])
    expect(offeredMethods(config, null, ['saml.other'])).toEqual(['google.com', 'microsoft.com'])
  })

  it('the offered methods are the general ones for a tenant with the name of an inherited property', () => {
    const custom: Config = { ...config, tenants: {} }
    expect(offeredMethods(custom, 'constructor')).toEqual(['google.com', 'microsoft.com'])
  })
})

it('if Google would refuse, every other method is before it, in the deployment’s order', () => {
  expect(withGoogleLast(['google.com', 'phone', 'microsoft.com'])).toEqual([
    'phone',
    'microsoft.com',
    'google.com',
  ])
  expect(withGoogleLast(['google.com'])).toEqual(['google.com'])
})
