import type { AccessPolicy } from '@foyer/contract/access-policy'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import {
  beginSignIn,
  createTestGate,
  echoed,
  loginRequestOf,
  post,
  signIn,
  stateOf,
} from '../testing/test-gate.ts'
import type { TestGate } from '../testing/test-gate.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-policy-'))
const file = join(folder, 'policy.json')
const gates: TestGate[] = []
afterAll(async () => {
  for (const gate of gates) await gate.stop()
  rmSync(folder, { recursive: true })
})

async function gateWith(policy: AccessPolicy): Promise<TestGate> {
  writeFileSync(file, JSON.stringify(policy))
  const gate = await createTestGate({ environment: { GATE_POLICY_FILE: file } })
  gates.push(gate)
  return gate
}

const google = { sign_in_provider: 'google.com', tenant: 'Acme-x1y2z' }
const errorOf = (text: string) => (JSON.parse(text) as { error: unknown }).error

it.each<[string, AccessPolicy['others'], string, string]>([
  ['provider', { providers: ['saml.acme', 'phone'] }, 'PROVIDER_NOT_ALLOWED', 'saml.acme phone'],
  [
    'email address',
    { emailDomains: ['globex.example'] },
    'EMAIL_NOT_ALLOWED',
    'The access policy needs a verified email address of another domain.',
  ],
  [
    'claims',
    { claims: [{ claim: 'role', oneOf: ['admin'] }] },
    'ACCOUNT_NOT_ALLOWED',
    'The access policy does not allow this account.',
  ],
  [
    'second factor',
    { secondFactor: 'required' },
    'SECOND_FACTOR_NEEDED',
    'The access policy needs a second factor.',
  ],
])(
  'an ID token whose %s the policy rejects is not exchanged, and the sign-in page is told why (K2)',
  async (_what, rule, status, detail) => {
    const gate = await gateWith({ tenants: { 'Acme-x1y2z': rule ?? {} } })
    const browser = gate.browser()
    const { answer, state } = await beginSignIn(gate, browser, '/', { firebase: google })
    expect(answer.status).toBe(403)
    expect(errorOf(answer.text)).toMatchObject({ status, details: [{ detail }] })
    const line = gate.logged.map((text) => JSON.parse(text) as object).at(-1)
    expect(line).toMatchObject({ action: 'exchange', uid: expect.any(String) })

    // The user may try again with an account that is allowed.
    const allowed = await gate.identityPlatform.idToken({
      firebase: { ...google, sign_in_provider: 'saml.acme', sign_in_second_factor: 'totp' },
      email: 'a@globex.example',
      email_verified: true,
      role: 'admin',
    })
    expect((await post(browser, { id_token: allowed, state })).status).toBe(200)
  },
)

it('a session that a new policy rejects is over, and is asked to sign in', async () => {
  const gate = await gateWith({ others: {} })
  const browser = await signIn(gate, '/', { firebase: google })
  expect((await browser.open('/')).status).toBe(200)
  const { access } = gate.parts.signIn
  expect(access.replace({ others: { providers: ['phone'] } })).toBe(true)
  expect(access.replace({ others: { providers: ['phone'] } })).toBe(false)
  expect(stateOf(await browser.open('/'))).not.toBe('')
  expect((await browser.open('/?gcp-iap-mode=IDENTITY')).status).not.toBe(200)
  expect(access.replace(undefined)).toBe(true)
  expect((await browser.open('/')).status).toBe(200)
})

it('the policy decides before claims are dropped, and the session keeps the claims that it reads', async () => {
  const groups = ['firebase', 'sign_in_attributes', 'groups']
  const gate = await gateWith({
    others: { claims: [{ claim: groups, oneOf: ['staff'] }] },
    paths: [{ path: '/' }, { path: '/admin/', claims: [{ claim: groups, oneOf: ['admins'] }] }],
  })
  const attributes = (list: string[]) => ({
    firebase: { ...google, sign_in_attributes: { groups: list, large: 'x'.repeat(3000) } },
  })
  const browser = await signIn(gate, '/', attributes(['staff', 'admins']))
  const { headers } = echoed(await browser.open('/admin/'))
  expect(headers).toHaveProperty('x-goog-iap-jwt-assertion')
  const other = await signIn(gate, '/', attributes(['staff']))
  expect((await other.open('/admin/')).status).toBe(403)
})

it('a session keeps a claim about its token if the policy reads it', async () => {
  const gate = await gateWith({ others: { claims: [{ claim: 'user_id', oneOf: ['u-7'] }] } })
  const browser = await signIn(gate, '/', { firebase: google, user_id: 'u-7' })
  expect((await browser.open('/')).status).toBe(200)
})

it('the sign-out of a session that the policy rejects is recorded, and ends every copy of its cookie', async () => {
  const gate = await gateWith({ others: {} })
  const browser = await signIn(gate, '/', { firebase: google })
  const copy = gate.browser()
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  const { access } = gate.parts.signIn
  access.replace({ others: { providers: ['phone'] } })
  const answer = await browser.open('/?gcp-iap-mode=GCIP_SIGNOUT')
  expect(loginRequestOf(answer).searchParams.get('mode')).toBe('signout')
  const line = gate.logged.map((text) => JSON.parse(text) as object).at(-1)
  expect(line).toMatchObject({ action: 'sign-out', outcome: 'done', uid: expect.any(String) })
  access.replace({ others: {} })
  expect(stateOf(await copy.open('/'))).not.toBe('')
})

it('a user whose company is rejected is not sent to sign in at the same company again', async () => {
  writeFileSync(file, JSON.stringify({ others: {} }))
  const gate = await createTestGate({
    environment: { GATE_POLICY_FILE: file, GATE_TENANTS: 'Acme-x1y2z,Globex-1' },
  })
  gates.push(gate)
  const browser = await signIn(gate, '/', { firebase: google })
  gate.parts.signIn.access.replace({ tenants: { 'Globex-1': {} } })
  const query = loginRequestOf(await browser.open('/')).searchParams
  expect([query.get('mode'), query.get('tid')]).toEqual(['selectAuthSession', null])
})

const paths: AccessPolicy = {
  paths: [
    { path: '/app/' },
    { path: '/app/admin/', providers: ['saml.acme'] },
    { path: '/open/', access: 'public' },
  ],
}

it('a public path is forwarded without a session, and with one if there is one', async () => {
  const gate = await gateWith(paths)
  const stranger = await gate.browser().open('/open/x')
  expect(echoed(stranger).headers).not.toHaveProperty('x-goog-iap-jwt-assertion')
  const browser = await signIn(gate, '/app/', { firebase: google })
  expect(echoed(await browser.open('/open/x')).headers).toHaveProperty('x-goog-iap-jwt-assertion')
})

it('a path without a rule is closed to everybody, and an ambiguous one is refused', async () => {
  const gate = await gateWith(paths)
  const browser = await signIn(gate, '/app/', { firebase: google })
  for (const visitor of [browser, gate.browser()]) {
    expect((await visitor.open('/other')).status).toBe(403)
    expect((await visitor.open('/app/Admin/')).status).toBe(400)
    expect((await visitor.open('/OPEN/x')).status).toBe(400)
  }
  expect(stateOf(await gate.browser().open('/app/admin/x'))).not.toBe('')
})

it('signing in, refreshing and signing out work on a path without a rule, too', async () => {
  const gate = await gateWith(paths)
  const browser = await signIn(gate, '/app/', { firebase: google })
  const refresh = '/?gcp-iap-mode=DO_SESSION_REFRESH'
  for (const visitor of [browser, gate.browser()]) {
    expect(stateOf(await visitor.open(refresh))).not.toBe('')
    expect((await visitor.open('/?gcp-iap-mode=X')).status).toBe(403)
  }
  expect((await browser.open('/?gcp-iap-mode=IDENTITY')).status).toBe(200)
  expect(stateOf(await browser.open('/?gcp-iap-mode=GCIP_SIGNOUT'))).not.toBe('')
  expect(stateOf(await browser.open('/app/'))).not.toBe('')
})

it('a user who may not open a path is told which account is signed in, with the names of the methods, and can use another', async () => {
  const gate = await gateWith({ ...paths, providerNames: { 'saml.acme': 'Acme' } })
  const browser = await signIn(gate, '/app/', {
    firebase: google,
    email: '<b>@acme.example',
    email_verified: true,
  })
  const { status, text } = await browser.open('/app/admin/users?id=7')
  expect(status).toBe(403)
  expect(text).toContain('<dt>Signed in as:</dt><dd translate="no">&lt;b&gt;@acme.example</dd>')
  const line = gate.logged.map((logged) => JSON.parse(logged) as object).at(-1)
  expect(line).toMatchObject({ action: 'open', outcome: 'path-not-allowed', uid: 'u-1' })
  expect(text).toContain('<dd translate="no">Google</dd>')
  expect(text).toContain('<dd translate="no">Acme-x1y2z</dd>')
  expect(text).toContain('href="/app/admin/users?gcp-iap-mode=GCIP_SIGNOUT"')
  expect(text).toContain('<dd translate="no">Acme</dd>')
  expect(text).toMatch(
    /<pre class="text" hidden>Signed in as: &lt;b&gt;@acme.example\nSigned in with: Google\nCompany ID: Acme-x1y2z\nReason: This page needs another way to sign in.\nAllowed ways to sign in: Acme\nReference: \w{4}-\d{6}<\/pre>/,
  )
})

it.each<[string, object, string]>([
  ['another company', { tenants: ['Globex-1'] }, 'This page is for other companies.'],
  ['a role', { claims: [{ claim: 'role', oneOf: ['admin'] }] }, 'does not have the role or group'],
  ['another address', { emailDomains: ['acme.example'] }, 'email address of another domain'],
  ['a second factor', { secondFactor: 'required' }, 'needs a second step when you sign in'],
])('the page about a path that needs %s says so', async (_what, rule, reason) => {
  const gate = await gateWith({ paths: [{ path: '/' }, { path: '/admin', ...rule }] })
  const browser = await signIn(gate, '/', { firebase: google })
  const { text } = await browser.open('/admin')
  expect(text).toMatch(new RegExp(`<dt>Reason:</dt><dd[^>]*>[^<]*${reason}`))
  expect(text).not.toContain('Allowed ways')
})

it('the page about a closed path links to the start page only if that has a rule', async () => {
  const closed = await gateWith(paths)
  const open = await gateWith({ paths: [{ path: '/' }, { path: '/own' }, { path: '/x/' }] })
  for (const path of ['/X/', '//x']) {
    expect((await closed.browser().open(path)).text).not.toContain('href="/"')
    expect((await open.browser().open(path)).text).toContain('href="/"')
  }
  expect((await closed.browser().open('/other')).text).not.toContain('<a ')
})

const withHeaders: AccessPolicy = {
  headers: { 'x-user-email': 'email', 'x-groups': ['firebase', 'sign_in_attributes', 'groups'] },
  paths: [
    { path: '/' },
    { path: '/open/', access: 'public' },
    { path: '/admin/', headers: { 'x-role': 'role' } },
  ],
}
const person = {
  firebase: { ...google, sign_in_attributes: { groups: ['staff', 'admins'] } },
  email: 'a@acme.example',
  email_verified: true,
  role: 'auditor',
}

it('the application gets the claims that the policy puts into headers, some on a path only', async () => {
  const gate = await gateWith(withHeaders)
  const browser = await signIn(gate, '/', person)
  const everywhere = { 'x-user-email': 'a@acme.example', 'x-groups': 'staff,admins' }
  const { headers } = echoed(await browser.open('/'))
  expect(headers).toMatchObject(everywhere)
  expect(headers).not.toHaveProperty('x-role')
  expect(echoed(await browser.open('/admin/')).headers).toMatchObject({
    ...everywhere,
    'x-role': 'auditor',
  })
  expect(echoed(await browser.open('/open/')).headers).toMatchObject(everywhere)
})

it('a client cannot send a header with a claim, on any path, in any spelling, with or without a session', async () => {
  const gate = await gateWith(withHeaders)
  const forged = {
    'X-User-Email': 'forged',
    x_user_email: 'forged',
    'x-groups': 'forged',
    'X-Role': 'forged',
    'x.role': 'forged',
  }
  const browser = await signIn(gate, '/', { firebase: google })
  for (const [visitor, path] of [
    [browser, '/'],
    [browser, '/admin/'],
    [gate.browser(), '/open/x'],
  ] as const) {
    const answer = await visitor.open(path, forged)
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('forged')
  }
})

it('claims for headers are kept when others are dropped, and are refused if they do not fit', async () => {
  const gate = await gateWith(withHeaders)
  const attributes = (groups: string[], large: string) => ({
    ...person,
    firebase: { ...google, sign_in_attributes: { groups, large } },
  })
  const browser = await signIn(gate, '/', attributes(['staff'], 'x'.repeat(3000)))
  expect(echoed(await browser.open('/')).headers).toHaveProperty('x-groups', 'staff')
  const { answer } = await beginSignIn(
    gate,
    gate.browser(),
    '/',
    attributes(['x'.repeat(3000)], ''),
  )
  expect(errorOf(answer.text)).toMatchObject({ status: 'CLAIMS_TOO_LARGE' })
})

it('a session that dropped a claim is renewed when a new policy may need it, and only then', async () => {
  const gate = await gateWith({ paths: [{ path: '/' }] })
  const large = { ...person, picture: 'x'.repeat(3000) }
  const browser = await signIn(gate, '/', large)
  const small = await signIn(gate, '/', person)
  expect((await browser.open('/')).status).toBe(200)
  gate.parts.signIn.access.replace(withHeaders)
  expect(loginRequestOf(await browser.open('/')).searchParams.get('tid')).toBe('Acme-x1y2z')
  expect(echoed(await small.open('/')).headers).toHaveProperty('x-groups', 'staff,admins')
  await signIn(gate, '/', large, browser)
  expect(echoed(await browser.open('/')).headers).toHaveProperty('x-groups', 'staff,admins')
})
