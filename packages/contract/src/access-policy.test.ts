import { describe, expect, it } from 'vitest'
import {
  checkPath,
  checkSignIn,
  claimsOf,
  headerNamesOf,
  parsePolicyFile,
  policyOfHost,
  tenantsOf,
} from './access-policy.ts'
import type { AccessPolicy, Account, PathRule } from './access-policy.ts'

const account = (
  provider: string,
  rest: Record<string, unknown> = {},
  tenant?: string,
): Account => ({
  firebase: { sign_in_provider: provider, ...(tenant !== undefined && { tenant }) },
  ...rest,
})

const errorsOf = (document: unknown) => {
  const parsed = parsePolicyFile(JSON.stringify(document))
  return parsed.ok ? [] : parsed.errors
}

const unknownKey = 'is not a known key: docs/gate.md lists them'

describe('a document with an access policy', () => {
  const host = { headers: { 'x-a': ['a', 'b'] }, paths: [{ path: '/', headers: { 'x-b': 'b' } }] }

  it('may have every rule', () => {
    const rule = {
      providers: ['google.com', 'saml.acme', 'oidc.initech', 'phone'],
      secondFactor: 'required',
      emailDomains: ['acme.example.com'],
      claims: [
        { claim: 'role', oneOf: ['admin', 7, true] },
        { claim: ['firebase', 'sign_in_attributes', 'groups'], oneOf: ['staff'] },
      ],
    }
    const policy = {
      tenants: { 'acme-3xmpl': rule, _12345: {} },
      others: rule,
      paths: [
        { path: '/health', access: 'public' },
        { path: '/admin/', tenants: ['acme-3xmpl'], ...rule },
        { path: '/' },
      ],
      providerNames: { 'oidc.initech': 'Initech' },
    }
    expect(parsePolicyFile(JSON.stringify(policy))).toEqual({ ok: true, policy })
  })

  it('says what a value of another type must be, in our own words', () => {
    const wrong = [5, [5], {}, [{}], true, null]
    const places = wrong.flatMap((value): unknown[] => [
      { tenants: value, others: value, headers: value, paths: value, hosts: value },
      { tenants: { a: value }, headers: { 'x-a': value }, hosts: { a: value } },
      { others: { providers: value, secondFactor: value, emailDomains: value, claims: value } },
      { others: { claims: [{ claim: value, oneOf: value }] }, providerNames: { 'a.b': value } },
      { paths: [{ path: value, access: value, tenants: value, headers: value }] },
    ])
    const errors = places.flatMap(errorsOf)
    expect(errors.length).toBeGreaterThan(100)
    // As the library words them.
    expect(errors.filter((error) => /Invalid|Expected/.test(error))).toEqual([])
  })

  it('may begin with a byte order mark, as editors on Windows write it', () => {
    expect(parsePolicyFile('\uFEFF{"others":{}}')).toEqual({ ok: true, policy: { others: {} } })
  })

  it.each<[string, unknown, string[]]>([
    [
      'misspelled keys',
      { tenant: {}, others: { provider: ['google.com'], claim: [] }, path: [] },
      ['others.provider', 'others.claim', 'tenant', 'path'].map((key) => `${key} ${unknownKey}`),
    ],
    ['a text', 'policy', ['the document must be an object']],
    ['a list', [], ['the document must have a rule']],
    ['only names', { providerNames: { 'saml.acme': 'Acme' } }, ['the document must have a rule']],
    ['nothing', {}, ['the document must have a rule']],
    ['no rule', { others: true }, ['others must be an object']],
    ['an empty list', { others: { providers: [] } }, ['others.providers must not be empty']],
    ['no list', { others: { providers: 'google.com' } }, ['others.providers must be a list']],
    [
      'names that no ID token has',
      { others: { providers: ['Google', 'google', 'emailLink', 'anonymous', 'phone', 'saml.a'] } },
      [0, 1, 2, 3].map(
        (at) =>
          `others.providers.${at} must be phone, password (for email links too), custom, or the id of a provider, such as google.com`,
      ),
    ],
    [
      'a claim without a name',
      { others: { claims: [{ claim: [], oneOf: [1] }] } },
      ['others.claims.0.claim must be the name of a claim, or a list of names that leads to it'],
    ],
    [
      'a domain that is no host name',
      { others: { emailDomains: ['acme.example.'] } },
      ['others.emailDomains.0 must be a domain such as acme.example'],
    ],
    [
      'a domain with @',
      { others: { emailDomains: ['@acme.example'] } },
      ['others.emailDomains.0 must be a domain such as acme.example'],
    ],
    [
      'a second factor that is not required',
      { others: { secondFactor: true } },
      ['others.secondFactor must be required'],
    ],
    [
      'a claim without values',
      { others: { claims: [{ claim: 'role' }] } },
      ['others.claims.0.oneOf is missing'],
    ],
    [
      'a claim whose value is an object',
      { others: { claims: [{ claim: 'role', oneOf: [{}] }] } },
      ['others.claims.0.oneOf.0 must be a text, a number, true or false'],
    ],
    [
      'a tenant that is none',
      { tenants: { 'a b': {} } },
      ['tenants.a b is no tenant id: letters, digits and hyphens, or _ and the project number'],
    ],
    [
      'an access that is not public',
      { paths: [{ path: '/', access: 'everyone' }] },
      ['paths.0.access must be public'],
    ],
    [
      'a public path with a rule',
      { paths: [{ path: '/', access: 'public', providers: ['phone'] }] },
      ['paths.0 has a rule for accounts, and access for everyone'],
    ],
    [
      'a path in two spellings',
      { paths: [{ path: '/Admin' }, { path: '/admin' }] },
      ['paths must name each path once, in one spelling, with or without a slash at its end'],
    ],
    ...['admin', '//admin', '/admin//x', '/%61dmin', '/admin;x', '/a b', '/admin?x', '/é'].map(
      (path): [string, unknown, string[]] => [
        `the path ${path}`,
        { paths: [{ path }] },
        [
          'paths.0.path must begin with /, and have only letters, digits, hyphens, dots, underscores and tildes',
        ],
      ],
    ),
  ])('a policy is refused with %s', (_what, document, errors) => {
    expect(errorsOf(document)).toEqual(errors)
  })

  it.each<[string, unknown, string[]]>([
    ['headers and paths of several hosts', { hosts: { 'a.example': {}, 'b:8443': host } }, []],
    [
      'paths beside those of hosts',
      { hosts: { 'a.example': {} }, paths: [{ path: '/' }] },
      ['the document has paths or headers beside hosts: each host has its own'],
    ],
    [
      'headers beside those of hosts',
      { hosts: { 'a.example': {} }, headers: { 'x-a': 'a' } },
      ['the document has paths or headers beside hosts: each host has its own'],
    ],
    [
      'a rule for accounts of one host',
      { hosts: { 'a.example': { tenants: {} } } },
      [`hosts.a.example.tenants ${unknownKey}`],
    ],
    ['a list as the rules of a host', { hosts: { a: [] } }, ['hosts.a must be an object']],
    ...['A.example', 'https://a.example', 'a.example/', '*.example', 'a_b', 'a:'].map(
      (name): [string, unknown, string[]] => [
        `the host ${name}`,
        { hosts: { [name]: {} } },
        [
          `hosts.${name} is no host name in lower case, with xn-- for other scripts, and with its port if it is not the usual one`,
        ],
      ],
    ),
    [
      'a header for all paths and for one',
      { headers: { 'x-a': 'a' }, paths: [{ path: '/', headers: { 'x-a': 'b' } }] },
      ['the document sets a header for all paths and for one of them'],
    ],
    [
      'a header twice at one host',
      {
        hosts: {
          a: { headers: { 'x-a': 'a' }, paths: [{ path: '/', headers: { 'x-a': 'b' } }] },
        },
      },
      ['hosts.a sets a header for all paths and for one of them'],
    ],
    ['a header without a claim', { headers: { 'x-a': '' } }, ['headers.x-a must not be empty']],
    ...['X-A', 'x_a', 'x-', 'cookie', 'authorization', 'xa', 'x-a-'].map(
      (name): [string, unknown, string[]] => [
        `the header ${name}`,
        { headers: { [name]: 'email' } },
        [`headers.${name} is no name of a header in lower case that begins with x- or remote-`],
      ],
    ),
    ...[
      'x-goog-authenticated-user-id',
      'x-iap-a',
      'x-forwarded-for',
      'x-forwarded-user-agent',
      'x-real-ip',
      'x-request-id',
      'x-requested-with',
      'x-original-url',
      'x-rewrite-url',
    ].map((name): [string, unknown, string[]] => [
      `the header ${name}`,
      { headers: { [name]: 'email' } },
      [`headers.${name} is the name of a header that the gate or a proxy sets`],
    ]),
    ...['x-forwarded-user', 'x-forwarded-preferred-username', 'remote-groups', 'x-a-2'].map(
      (name): [string, unknown, string[]] => [
        `the header ${name}`,
        { headers: { [name]: 'email' } },
        [],
      ],
    ),
  ])('a policy with %s has these errors: %j', (_what, document, errors) => {
    expect(errorsOf(document)).toEqual(errors)
  })

  it('a public path may have headers, for users who have a session', () => {
    const rule = { path: '/', access: 'public', headers: { 'x-a': 'a' } }
    expect(errorsOf({ paths: [rule] })).toEqual([])
  })

  it('every error is reported at once', () => {
    expect(errorsOf({ others: { providers: 1, x: 1 }, paths: 'x' })).toHaveLength(3)
  })
})

describe('who may sign in', () => {
  it('without rules for accounts, everybody may sign in', () => {
    expect(checkSignIn({ paths: [{ path: '/' }] }, account('phone'))).toBeNull()
  })

  it('an account of a tenant without a rule may sign in only if there is a rule for others', () => {
    const tenants = { 'acme-3xmpl': {} }
    const other = account('phone', {}, 'globex-3xmpl')
    expect(checkSignIn({ tenants }, account('phone', {}, 'acme-3xmpl'))).toBeNull()
    expect(checkSignIn({ tenants }, other)).toEqual({ reason: 'tenant' })
    expect(checkSignIn({ tenants }, account('phone'))).toEqual({ reason: 'tenant' })
    expect(checkSignIn({ tenants, others: {} }, other)).toBeNull()
    expect(checkSignIn({ tenants, others: { providers: ['google.com'] } }, other)).toMatchObject({
      reason: 'provider',
    })
  })

  it('the tenant of project-level accounts is _ and the project number', () => {
    const policy: AccessPolicy = { tenants: { _12345: { providers: ['phone'] } } }
    expect(checkSignIn(policy, account('phone'))).toBeNull()
    expect(checkSignIn(policy, account('google.com'))).toMatchObject({ reason: 'provider' })
  })

  it('a tenant is not found by a name that every object has', () => {
    const policy: AccessPolicy = { tenants: { acme: {} } }
    expect(checkSignIn(policy, account('phone', {}, 'constructor'))).toEqual({ reason: 'tenant' })
  })

  it('a provider that the tenant does not allow is rejected, with those that it allows (K2)', () => {
    const policy: AccessPolicy = { tenants: { acme: { providers: ['saml.acme', 'phone'] } } }
    expect(checkSignIn(policy, account('saml.acme', {}, 'acme'))).toBeNull()
    expect(checkSignIn(policy, account('google.com', {}, 'acme'))).toEqual({
      reason: 'provider',
      allowed: ['saml.acme', 'phone'],
    })
    // A sign-in by a link in an email or by linking is no exception.
    expect(checkSignIn(policy, account('custom', {}, 'acme'))).toMatchObject({ reason: 'provider' })
  })

  it.each<[Record<string, unknown>, boolean]>([
    [{ email: 'a@acme.example', email_verified: true }, true],
    [{ email: 'a@Acme.Example', email_verified: true }, true],
    [{ email: 'a@acme.example', email_verified: false }, false],
    [{ email: 'a@acme.example' }, false],
    [{ email: 'a@sub.acme.example', email_verified: true }, false],
    [{ email: 'a@evilacme.example', email_verified: true }, false],
    [{ email: 'a@acme.example@evil.test', email_verified: true }, false],
    [{ email_verified: true }, false],
  ])('with the email address %j, the rule for acme.example allows it: %s', (claims, isAllowed) => {
    const rejection = checkSignIn(
      { others: { emailDomains: ['acme.example'] } },
      account('google.com', claims),
    )
    expect(rejection).toEqual(isAllowed ? null : { reason: 'email-domain' })
  })

  it.each<[unknown, boolean]>([
    ['admin', true],
    [['user', 'admin'], true],
    [7, true],
    ['Admin', false],
    ['7', false],
    [['user'], false],
    [{ admin: true }, false],
    [undefined, false],
  ])('with the role %j, the rule for admin and 7 allows it: %s', (role, isAllowed) => {
    const rejection = checkSignIn(
      { others: { claims: [{ claim: 'role', oneOf: ['admin', 7] }] } },
      account('google.com', { role }),
    )
    expect(rejection).toEqual(isAllowed ? null : { reason: 'claim' })
  })

  it('every claim of a rule is needed, and a list of names leads into objects', () => {
    const policy: AccessPolicy = {
      others: {
        claims: [
          { claim: ['firebase', 'sign_in_attributes', 'groups'], oneOf: ['staff'] },
          { claim: 'https://acme.example/role', oneOf: ['admin'] },
        ],
      },
    }
    const staff: Account = {
      firebase: {
        sign_in_provider: 'saml.acme',
        sign_in_attributes: { groups: ['staff', 'all'] },
      },
    }
    expect(checkSignIn(policy, staff)).toEqual({ reason: 'claim' })
    expect(checkSignIn(policy, { ...staff, 'https://acme.example/role': 'admin' })).toBeNull()
  })

  it.each(['__proto__', 'constructor', 'toString'])('%s is no claim of an account', (claim) => {
    const policy: AccessPolicy = {
      others: { claims: [{ claim: [claim, 'name'], oneOf: ['Object'] }] },
    }
    expect(checkSignIn(policy, account('phone'))).toEqual({ reason: 'claim' })
  })

  it('a required second factor is one of this sign-in', () => {
    const policy: AccessPolicy = { others: { secondFactor: 'required' } }
    const signedIn = account('google.com')
    expect(checkSignIn(policy, signedIn)).toEqual({ reason: 'second-factor' })
    const firebase = { ...signedIn.firebase, sign_in_second_factor: 'totp' }
    expect(checkSignIn(policy, { ...signedIn, firebase })).toBeNull()
  })
})

it('the rule of a path names tenants, and has the conditions of any rule', () => {
  const rule: PathRule = { path: '/admin/', tenants: ['acme', '_12345'], providers: ['phone'] }
  expect(checkPath(rule, account('phone', {}, 'acme'))).toBeNull()
  expect(checkPath(rule, account('phone'))).toBeNull()
  expect(checkPath(rule, account('phone', {}, 'globex'))).toEqual({ reason: 'tenant' })
  expect(checkPath(rule, account('google.com', {}, 'acme'))).toMatchObject({ reason: 'provider' })
})

it('the claims that a policy reads are those of all its rules', () => {
  const claims = (claim: string | string[]) => ({ claims: [{ claim, oneOf: ['x'] }] })
  expect(
    claimsOf({
      tenants: { acme: claims('a'), globex: {} },
      others: claims('b'),
      headers: { 'x-e': 'e' },
      paths: [{ path: '/', headers: { 'x-f': ['f', 'g'] }, ...claims(['c', 'd']) }],
    }),
  ).toEqual([['a'], ['b'], ['c', 'd'], ['e'], ['f', 'g']])
})

it('the policy of a host has its own paths and headers, and a host that is not listed is closed', () => {
  const own = { headers: { 'x-a': 'a' }, paths: [{ path: '/own' }] }
  const policy = { others: { providers: ['phone'] }, hosts: { 'a.example': own, 'b.example': {} } }
  expect(policyOfHost(policy, 'a.example')).toEqual({ others: policy.others, ...own })
  expect(policyOfHost(policy, 'b.example')).toEqual({ others: policy.others })
  expect(policyOfHost(policy, 'c.example')).toEqual({ others: policy.others, paths: [] })
  expect(policyOfHost(policy, 'constructor')).toEqual({ others: policy.others, paths: [] })
  expect(policyOfHost({ paths: own.paths }, 'a.example')).toEqual({ paths: own.paths })
})

it('the tenants and the headers of a policy are those of all its parts', () => {
  const paths = (name: string) => [{ path: '/', tenants: [name], headers: { [`x-${name}`]: 'a' } }]
  const policy: AccessPolicy = {
    tenants: { one: {} },
    paths: paths('two'),
    hosts: { a: { paths: paths('three'), headers: { 'x-all': 'b' } }, b: {} },
  }
  expect(tenantsOf(policy)).toEqual(['one', 'two', 'three'])
  expect(tenantsOf({ headers: {} })).toEqual([])
  expect(headerNamesOf({ headers: { 'x-top': 'a' }, ...policy })).toEqual([
    'x-top',
    'x-two',
    'x-all',
    'x-three',
  ])
  expect(headerNamesOf({ others: {} })).toEqual([])
})
