import { describe, expect, it } from 'vitest'
import { methodsOf, parseConfig } from './config.ts'

const required = {
  apiKey: 'AIzaSyDEMO-only_not_a_real_key_0000000a',
  authDomain: 'login.example.com',
  productURL: 'https://app.corp.example/',
  functionUrl: '/function/link',
}
const whole = {
  provider: 'oidc.initech',
  label: { en: 'Initech', tr: 'Initech' },
  icon: '/logos/initech.svg',
  scopes: ['groups'],
  customParameters: { domain_hint: 'initech.example' },
  loginHintKey: 'login_hint',
  languageParameter: 'ui_locales',
  immediate: true,
}

function errorsOf(methods: unknown): string[] {
  const parsed = parseConfig({ ...required, methods })
  return parsed.ok ? [] : parsed.errors.map(({ key, message }) => `${key} ${message}`)
}

describe('sign-in methods in the config', () => {
  it('a method may be an id, or an object with settings, for the deployment and for a tenant (K1a)', () => {
    const document = {
      ...required,
      methods: ['google.com', whole, 'phone'],
      tenants: { acme: { name: 'Acme', methods: [{ provider: 'saml.acme' }] } },
    }
    expect(parseConfig(document)).toEqual({ ok: true, config: document })
  })

  it.each([
    ['methods.0 must be phone, password, emailLink or a provider id', ['passkey']],
    ['methods.0 must be phone, password, emailLink or a provider id', [7]],
    ['methods.0.provider is missing', [{ label: whole.label }]],
    [
      'methods.0.provider must be the id of a provider: other methods have no settings',
      [{ provider: 'phone' }],
    ],
    ['methods.0.label.tr is missing', [{ ...whole, label: { en: 'Initech' } }]],
    ['methods.0.label must be an object', [{ ...whole, label: 'Initech' }]],
    ['methods.0.icon must be an https address or a path on this site', [{ ...whole, icon: 'x' }]],
    ['methods.0.scopes must be a list', [{ ...whole, scopes: 'groups' }]],
    [
      'methods.0.customParameters.prompt must be a text',
      [{ ...whole, customParameters: { prompt: 1 } }],
    ],
    ['methods.0.immediate must be true or false', [{ ...whole, immediate: 'yes' }]],
    ['methods must name each method once', ['oidc.initech', whole]],
  ])('the error about an invalid method says where it is: %s', (error, methods) => {
    expect(errorsOf(methods)).toEqual([error])
  })
})

it('a tenant has its own methods, or those of the deployment', () => {
  const config = { methods: ['google.com'] as const }
  expect(methodsOf({ methods: [...config.methods] }, { methods: ['phone'] })).toEqual(['phone'])
  expect(methodsOf({ methods: [...config.methods] }, {})).toEqual(['google.com'])
  expect(methodsOf({}, undefined)).toEqual(['google.com', 'microsoft.com'])
})
