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

it('a text that is no JSON is no policy, and the error says where', () => {
  const text = '{\n  "others": {},\n}'
  expect(parsePolicyFile(text)).toEqual({ ok: false, errors: ['line 3, column 1 is no JSON'] })
})

it('an email address without an @ has no domain', () => {
  const account = { firebase: { sign_in_provider: 'saml.acme' }, email_verified: true }
  const policy = { others: { emailDomains: ['acme.example'] } }
  expect(checkSignIn(policy, { ...account, email: 'a@acme.example' })).toBeNull()
  expect(checkSignIn(policy, { ...account, email: 'acme.example' })).not.toBeNull()
})

/** Whether a policy file with one domain allows an account with a verified email address. */
function allows(domain: string, email: string): boolean {
  const parsed = parsePolicyFile(JSON.stringify({ others: { emailDomains: [domain] } }))
  if (!parsed.ok) throw new Error(`${domain} is not valid`)
  const firebase = { sign_in_provider: 'saml.acme' }
  return checkSignIn(parsed.policy, { firebase, email, email_verified: true }) === null
}

it.each([
  ['şirket.example', 'a@şirket.example'],
  ['şirket.example', 'a@xn--irket-idb.example'],
  ['şirket.example', 'a@Şirket.EXAMPLE'],
  ['xn--irket-idb.example', 'a@şirket.example'],
  ['ŞİRKET.example', 'a@şirket.example'],
  ['şirket.example', 'a@s\u0327irket.example'],
  ['ışık.example', 'a@xn--k-ekaa7p.example'],
  ['ACME.example', 'a@acme.example'],
  ['İSTANBUL.example', 'a@istanbul.example'],
])('a rule for the domain %s allows %s', (domain, email) => {
  expect(allows(domain, email)).toBe(true)
})

it.each([
  ['şirket.example', 'a@sirket.example'],
  ['sirket.example', 'a@şirket.example'],
  ['istanbul.example', 'a@İSTANBUL.example'],
  ['istanbul.example', 'a@i\u0307stanbul.example'],
  ['istanbul.example', 'a@ıstanbul.example'],
  ['acme.example', 'a@mail.acme.example'],
  ['acme.example', 'a@acme.example.'],
  ['acme.example', 'a@acme.example\u3002'],
  ['acme.example', 'a@acme.example '],
  ['acme.example', 'a@acme.example/b'],
  ['acme.example', 'a@acme.example:80'],
  ['acme.example', 'a@acme.example\uFF0Fb.example'],
  ['acme.example', 'a@b.example\uFF20acme.example'],
  ['acme.example', '"a@acme.example"'],
  ['acme.example', 'a@acme.example"@b.example'],
  ['acme.example', 'a@acme\u0000.example'],
  ['acme.example', 'a@\u0430cme.example'],
  ['globex.onmicrosoft.com', 'can_acme.example#EXT#@globex.onmicrosoft.com'],
])('a rule for the domain %s does not allow %j', (domain, email) => {
  expect(allows(domain, email)).toBe(false)
})

it.each([
  ['email', { email: 'boss@acme.example' }],
  [['firebase', 'identities', 'email'], {}],
  [['firebase', 'identities', 'email', '0'], {}],
])(
  'a rule for the email address in the claim %j does not count one that is not verified',
  (claim, more) => {
    const policy = { others: { claims: [{ claim, oneOf: ['boss@acme.example'] }] } }
    const firebase = {
      sign_in_provider: 'password',
      identities: { email: ['boss@acme.example'] },
    }
    const account = { ...more, firebase }
    expect(checkSignIn(policy, { ...account, email_verified: true })).toBeNull()
    for (const email_verified of [false, undefined])
      expect(checkSignIn(policy, { ...account, email_verified })).toEqual({ reason: 'claim' })
  },
)

it.each(['name', ['name'], 'picture'])('a rule may not read %j, which users set', (claim) => {
  const rule = { claims: [{ claim, oneOf: ['admin'] }] }
  expect(parsePolicyFile(JSON.stringify({ others: rule }))).toEqual({
    ok: false,
    errors: ['others.claims.0.claim is a claim that users can change themselves'],
  })
  const headers = { headers: { 'x-user-name': claim } }
  expect(parsePolicyFile(JSON.stringify(headers))).toMatchObject({ ok: true })
})

it.each(['', null, false, ['totp']])('%j is no second factor', (factor) => {
  const firebase = { sign_in_provider: 'google.com', sign_in_second_factor: factor }
  expect(checkSignIn({ others: { secondFactor: 'required' } }, { firebase })).not.toBeNull()
})
