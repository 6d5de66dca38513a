import { describe, expect, it } from 'vitest'
import { isOfCompany } from './company-provider.ts'
import { completeMethod, namedProviders } from './complete-method.ts'
import { nameOf, providerSettings } from './sign-in-methods.ts'
import type { Method } from './sign-in-methods.ts'

describe('a method with what the page needs to know', () => {
  it.each(['google.com', 'microsoft.com', 'phone', 'saml.acme'] as const)(
    'the page needs nothing more about %s',
    (method) => {
      expect(completeMethod(method)).toBe(method)
    },
  )

  it.each([
    ['apple.com', 'Apple'],
    ['facebook.com', 'Facebook'],
    ['github.com', 'GitHub'],
    ['twitter.com', 'X'],
    ['yahoo.com', 'Yahoo'],
  ] as const)('the page gets the name of %s, %s, with the config', (id, name) => {
    expect(nameOf(id, [completeMethod(id)], 'tr')).toBe(name)
    expect(nameOf(id, [id], 'tr')).toBeNull()
  })

  it('a provider of OpenID Connect gets the standard parameters', () => {
    const method = { provider: 'oidc.initech', label: { en: 'I', tr: 'I' } } as const
    expect(completeMethod(method)).toEqual({
      ...method,
      languageParameter: 'ui_locales',
      loginHintKey: 'login_hint',
    })
  })

  it('the settings of the config replace what is known, and its parameters are added', () => {
    const method: Method = {
      provider: 'github.com',
      label: { en: 'Our GitHub', tr: 'GitHub hesabımız' },
      loginHintKey: 'user',
      customParameters: { allow_signup: 'false' },
    }
    expect(completeMethod(method)).toEqual({
      ...method,
      customParameters: { prompt: 'select_account', allow_signup: 'false' },
    })
  })
})

it('the known providers are those of Identity Platform, and all others belong to companies', () => {
  expect(namedProviders).toHaveLength(7)
  expect(['oidc.a', 'saml.b-c_d.e', 'oidc.', 'ldap.a', 'saml.ö'].filter(isOfCompany)).toEqual([
    'oidc.a',
    'saml.b-c_d.e',
  ])
})

it('the config adds scopes and parameters to those of Google, and may replace one', () => {
  const own = {
    provider: 'google.com',
    scopes: ['profile', 'calendar'],
    customParameters: { prompt: 'consent', hd: 'acme.example' },
  } as const
  expect(providerSettings('google.com', { ...own, scopes: [...own.scopes] })).toMatchObject({
    scopes: ['profile', 'calendar'],
    customParameters: { prompt: 'consent', hd: 'acme.example' },
    loginHintKey: 'login_hint',
  })
})
