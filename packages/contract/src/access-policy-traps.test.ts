import { expect, it } from 'vitest'
import { checkSignIn, parseAccessPolicy } from './access-policy.ts'

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
])('a policy is not valid with %s', (_what, text, errors) => {
  expect(parseAccessPolicy(JSON.parse(text))).toEqual({ ok: false, errors })
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
