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
  it('are Google and Microsoft where nothing is configured', () => {
    expect(offeredMethods(config, null)).toEqual(['google.com', 'microsoft.com'])
  })

  it('are the deployment’s, and the tenant’s own where it has some', () => {
    const custom: Config = {
      ...config,
      methods: ['microsoft.com', 'google.com'],
      tenants: { acme: { name: 'Acme', methods: ['google.com'] }, globex: { name: 'Globex' } },
    }
    expect(offeredMethods(custom, null)).toEqual(['microsoft.com', 'google.com'])
    expect(offeredMethods(custom, 'acme')).toEqual(['google.com'])
    expect(offeredMethods(custom, 'globex')).toEqual(['microsoft.com', 'google.com'])
  })

  it('narrow to the hint, unless that leaves none', () => {
    expect(offeredMethods(config, null, ['microsoft.com'])).toEqual(['microsoft.com'])
    expect(offeredMethods(config, null, ['saml.other'])).toEqual(['google.com', 'microsoft.com'])
  })

  it('of a tenant named like a member of every object are the general ones', () => {
    const custom: Config = { ...config, tenants: {} }
    expect(offeredMethods(custom, 'constructor')).toEqual(['google.com', 'microsoft.com'])
  })
})

it('where Google refuses, every other method comes before it, in the deployment’s order', () => {
  expect(withGoogleLast(['google.com', 'phone', 'microsoft.com'])).toEqual([
    'phone',
    'microsoft.com',
    'google.com',
  ])
  expect(withGoogleLast(['google.com'])).toEqual(['google.com'])
})
