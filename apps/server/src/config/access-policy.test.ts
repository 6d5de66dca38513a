import { describe, expect, it } from 'vitest'
import { parseSettings } from '../settings.ts'

const environment = {
  FOYER_PUBLIC_URL: 'https://login.example.com',
  FOYER_API_KEY: 'AIzaSyDEMO-only_not_a_real_key_0000000a',
  FOYER_AUTH_DOMAIN: 'demo-proj.firebaseapp.com',
  FOYER_PRODUCT_URL: 'https://app.corp.example/',
  FOYER_FUNCTION_URL: '/function/link',
  FOYER_CONFIG_FILE: 'config.json',
  FOYER_POLICY_FILE: 'policy.json',
}

function parse(policy: unknown, config: object = {}, more: Record<string, string> = {}) {
  const files: Record<string, string> = {
    'config.json': JSON.stringify(config),
    'policy.json': typeof policy === 'string' ? policy : JSON.stringify(policy),
  }
  const parsed = parseSettings({ ...environment, ...more }, (path) => files[path] ?? '')
  return parsed.ok
    ? { policy: parsed.settings.policy, config: parsed.settings.config, errors: [] }
    : { errors: parsed.errors.map(({ key, message }) => `${key} ${message}`) }
}

it('the server reads the access policy from the file that the gate reads', () => {
  const policy = { others: { providers: ['google.com', 'microsoft.com'] } }
  expect(parse(policy)).toMatchObject({ policy, errors: [] })
})

it.each<[unknown, string[]]>([
  ['{', ['FOYER_POLICY_FILE is not valid: line 1, column 2 is no JSON']],
  [{}, ['FOYER_POLICY_FILE is not valid: the document must have a rule']],
  [
    { others: { provider: ['phone'] }, path: [] },
    [
      'FOYER_POLICY_FILE is not valid: others.provider is not a known key: docs/gate.md lists them',
      'FOYER_POLICY_FILE is not valid: path is not a known key: docs/gate.md lists them',
    ],
  ],
])('the policy %j is refused', (policy, errors) => {
  expect(new Set(parse(policy).errors)).toEqual(new Set(errors))
})

describe('links in emails, which sign in with the provider custom', () => {
  const providers = (...list: string[]) => ({ providers: list })
  const tenants = { acme: { name: 'Acme' }, _12345: { name: 'Everyone' } }
  const onlyAcme = { tenants: { acme: providers('custom', 'google.com', 'microsoft.com') } }
  const nowhere = { others: providers('google.com', 'microsoft.com') }
  const mail = {
    FOYER_PROJECT_ID: 'demo-proj',
    FOYER_MAIL_URL: 'smtps://mail.example.com',
    FOYER_MAIL_FROM: 'no-reply@example.com',
  }
  const message = 'needs the provider custom, which FOYER_POLICY_FILE does not allow'

  it('are not offered if the policy rejects their users in every tenant', () => {
    expect(parse(nowhere, { tenants }, mail).config?.signInLink).toBe(false)
    const somewhere = { ...onlyAcme, ...nowhere }
    expect(parse(somewhere, { tenants }, mail).config?.signInLink).toBe(true)
  })

  it('are not offered without a list of tenants if the policy rejects their users in all, named or not', () => {
    expect(parse(nowhere, {}, mail).config?.signInLink).toBe(false)
    expect(parse({ ...onlyAcme, ...nowhere }, {}, mail).config?.signInLink).toBe(true)
    const onlyOthers = { tenants: { acme: providers('google.com', 'microsoft.com') }, others: {} }
    expect(parse(onlyOthers, {}, mail).config?.signInLink).toBe(true)
  })

  it('are not offered to a tenant whose users alone the policy rejects', () => {
    const policy = { ...onlyAcme, ...nowhere }
    expect(parse(policy, { tenants }, mail).config?.tenants).toEqual({
      acme: { name: 'Acme' },
      _12345: { name: 'Everyone', signInLink: false },
    })
  })

  it('cannot be turned on if the policy rejects their users in every tenant', () => {
    expect(parse(nowhere, { tenants, signInLink: true }, mail).errors).toEqual([
      `FOYER_CONFIG_FILE (signInLink) ${message}`,
    ])
  })

  it('registration cannot be turned on if the policy rejects new users where their accounts are created', () => {
    const policy = { ...onlyAcme, ...nowhere }
    expect(parse(policy, { tenants, selfRegistration: true }, mail).errors).toEqual([
      `FOYER_CONFIG_FILE (selfRegistration) ${message}`,
    ])
    const { acme } = tenants
    expect(parse(policy, { tenants: { acme }, selfRegistration: true }, mail).errors).toEqual([])
  })
})

it('a page that offers a method whose users the policy rejects does not start (K2)', () => {
  const tenants = {
    acme: { name: 'Acme', methods: ['google.com', 'phone'] },
    globex: { name: 'Globex' },
    _12345: { name: 'Everyone' },
  }
  const policy = {
    tenants: { acme: { providers: ['phone'] }, globex: { providers: ['google.com'] } },
  }
  expect(parse(policy, { methods: ['google.com'], tenants }).errors).toEqual([
    'FOYER_CONFIG_FILE (tenants.acme.methods) offers google.com, which FOYER_POLICY_FILE does not allow',
    'FOYER_CONFIG_FILE (methods) offers google.com, which FOYER_POLICY_FILE does not allow, in tenant _12345',
  ])
  expect(parse({ ...policy, others: {} }, { methods: ['google.com'], tenants }).errors).toEqual([
    'FOYER_CONFIG_FILE (tenants.acme.methods) offers google.com, which FOYER_POLICY_FILE does not allow',
  ])
})

it('without tenants in the config, the methods of the deployment are compared with the rule of others', () => {
  expect(parse({ others: { providers: ['google.com'] } }).errors).toEqual([
    'FOYER_CONFIG_FILE (methods) offers microsoft.com, which FOYER_POLICY_FILE does not allow',
  ])
  // Whether an account has the domain or the claim shows only its token.
  expect(
    parse({ others: { emailDomains: ['acme.example'], secondFactor: 'required' } }).errors,
  ).toEqual([])
})

it('a page that offers phone numbers where a second factor is required does not start: their accounts can have none', () => {
  const tenants = {
    acme: { name: 'Acme', methods: ['google.com', 'phone'] },
    globex: { name: 'Globex' },
    initech: { name: 'Initech', methods: ['phone'] },
  }
  const why =
    'offers phone, whose accounts can have no second factor, where a second factor is required'
  const config = { methods: ['google.com', 'phone'], tenants }
  const required = { secondFactor: 'required' }
  const policy = { tenants: { acme: required, globex: required, initech: {} } }
  expect(parse(policy, config).errors).toEqual([
    `FOYER_CONFIG_FILE (tenants.acme.methods) ${why}`,
    `FOYER_CONFIG_FILE (methods) ${why}, in tenant globex`,
  ])
  const two = { ...policy.tenants, soylent: required }
  expect(
    parse(
      { tenants: two },
      { ...config, tenants: { globex: tenants.globex, soylent: { name: 'S' } } },
    ).errors,
  ).toEqual([`FOYER_CONFIG_FILE (methods) ${why}, in tenant globex and 1 more`])
  expect(parse({ others: required }, { methods: ['phone'] }).errors).toEqual([
    `FOYER_CONFIG_FILE (methods) ${why}`,
  ])
  const ofConfig = { ...config, secondFactors: ['totp'], methods: ['google.com'] }
  expect(parse({ others: {} }, ofConfig).errors).toEqual([
    `FOYER_CONFIG_FILE (tenants.acme.methods) ${why}`,
    `FOYER_CONFIG_FILE (tenants.initech.methods) ${why}`,
  ])
  expect(parse({ others: {} }, { methods: ['phone'] }).errors).toEqual([])
})

it('the page lets users add a second factor where the policy requires one, unless the config says which (K3e)', () => {
  const tenants = {
    acme: { name: 'Acme' },
    globex: { name: 'Globex', secondFactors: ['phone'] },
    _12345: { name: 'Everyone' },
  }
  const required = { secondFactor: 'required' }
  const policy = { tenants: { acme: required, globex: required, _12345: {} } }
  expect(parse(policy, { tenants }).config?.tenants).toEqual({
    acme: { name: 'Acme', secondFactors: ['totp', 'phone'] },
    globex: { name: 'Globex', secondFactors: ['phone'] },
    _12345: { name: 'Everyone' },
  })
  expect(parse({ others: required }).config?.secondFactors).toEqual(['totp', 'phone'])
  expect(parse({ others: {} }).config?.secondFactors).toBeUndefined()
})
