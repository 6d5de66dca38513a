import { expect, it } from 'vitest'
import { checkSignIn, parsePolicyFile } from './access-policy.ts'

const mustNot = (key: string) => `${key} must not have a key __proto__, prototype or constructor`

it.each<[string, string, string[]]>([
  ['a list as the rule of all others', '{"others":[]}', ['others must be an object']],
  ['a list as the rule of a tenant', '{"tenants":{"a-1":[]}}', ['tenants.a-1 must be an object']],
  ['a list of tenants', '{"tenants":[]}', ['tenants must be an object']],
  ['a tenant that no object may have', '{"tenants":{"constructor":{}}}', [mustNot('tenants')]],
  ['the prototype of the tenants', '{"tenants":{"__proto__":{}}}', [mustNot('tenants')]],
  ['the prototype of a rule', '{"others":{"__proto__":{}}}', [mustNot('others')]],
  [
    'a path twice, because many applications ignore a slash at the end',
    '{"paths":[{"path":"/admin"},{"path":"/Admin/"}]}',
    ['paths must name each path once, in one spelling, with or without a slash at its end'],
  ],
  [
    'a folder above',
    '{"paths":[{"path":"/a/../b"}]}',
    ['paths.0.path has a name that ends with a dot'],
  ],
  [
    'a dot at the end, which no request can have',
    '{"paths":[{"path":"/a."}]}',
    ['paths.0.path has a name that ends with a dot'],
  ],
  [
    'two rules for the accounts of the project',
    '{"tenants":{"_1":{},"_23":{}}}',
    ['tenants has two rules for the accounts of the project'],
  ],
  [
    'a key twice, because only the last one would count',
    '{"others":{"claims":[{"claim":"a:{\\"","oneOf":["b"]}],"providers":["phone"]},"oth\\u0065rs":{}}',
    ['others is there twice in one object'],
  ],
])('a policy is not valid with %s', (_what, text, errors) => {
  expect(parsePolicyFile(text)).toEqual({ ok: false, errors })
})

it('different objects and texts may have the same key', () => {
  const claims = [
    { claim: 'others', oneOf: ['claim', '"claim":', '{'] },
    { claim: ['claim', 'claim'], oneOf: ['claim'] },
  ]
  const policy = { tenants: { 'a-1': { claims }, others: { claims } }, others: { claims } }
  expect(parsePolicyFile(JSON.stringify(policy))).toEqual({ ok: true, policy })
})

it('a text that is no JSON is no policy', () => {
  expect(parsePolicyFile('{')).toBeNull()
})

it('an email address without an @ has no domain', () => {
  const account = { firebase: { sign_in_provider: 'saml.acme' }, email_verified: true }
  const policy = { others: { emailDomains: ['acme.example'] } }
  expect(checkSignIn(policy, { ...account, email: 'a@acme.example' })).toBeNull()
  expect(checkSignIn(policy, { ...account, email: 'acme.example' })).not.toBeNull()
})

it.each(['', null, false, ['totp']])('%j is no second factor', (factor) => {
  const firebase = { sign_in_provider: 'google.com', sign_in_second_factor: factor }
  expect(checkSignIn({ others: { secondFactor: 'required' } }, { firebase })).not.toBeNull()
})
