import { expect, it } from 'vitest'
import { bringsSameAccount } from './account-choice.ts'
import { completeMethod, namedProviders } from './complete-method.ts'
import type { Method } from './sign-in-methods.ts'

it('every provider that is not asked for a choice of an account brings back the same one', () => {
  const ids = [...namedProviders, 'oidc.acme', 'saml.acme', 'phone', 'password', 'custom']
  const methods = (namedProviders as Method[]).map(completeMethod)
  expect(ids.filter((id) => bringsSameAccount(id, methods))).toEqual([
    'apple.com',
    'facebook.com',
    'twitter.com',
    'yahoo.com',
    'oidc.acme',
    'saml.acme',
  ])
})

it.each([
  ['select_account', false],
  ['login', false],
  ['consent select_account', false],
  ['consent', true],
])('a deployment may ask a provider itself, or no longer ask it: prompt=%s', (prompt, expected) => {
  for (const provider of ['oidc.acme', 'google.com'] as const)
    expect(bringsSameAccount(provider, [{ provider, customParameters: { prompt } }])).toBe(expected)
})
