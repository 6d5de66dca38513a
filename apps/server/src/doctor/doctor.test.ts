import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder, type FolderLock } from '@foyer/node/folder-lock'
import { IdentityError } from '../identity/identity-error.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import { createProjectAdmin } from '../identity/project-admin.ts'
import type { Settings } from '../settings.ts'
import { startAnsweringServer, type AnsweringServer } from '@foyer/test-services/answering-server'
import { startPrivateTlsServer } from '@foyer/test-services/private-tls-server'
import { createSettings } from '../testing/settings-fixture.ts'
import { checkSameSite } from './check-project.ts'
import { checkClock } from './check-reach.ts'
import { examine, type Instruments } from './doctor.ts'
import { formatFinding } from './finding.ts'

/** Simulated services: the identity service, the page, and one application with its gate. */
let google: AnsweringServer
let page: AnsweringServer
let gate: AnsweringServer
let settings: Settings
/** The lock of a running server, which is all that the doctor sees of it. */
let lock: FolderLock

const dataFolder = mkdtempSync(path.join(tmpdir(), 'foyer-doctor-'))

beforeAll(async () => {
  lock = await lockFolder(dataFolder)
  ;[google, page, gate] = await Promise.all([
    startAnsweringServer(),
    startAnsweringServer(),
    startAnsweringServer(),
  ])
})
afterAll(async () => {
  lock.release()
  rmSync(dataFolder, { recursive: true })
  await Promise.all([google.close(), page.close(), gate.close()])
})
afterEach(() => {
  for (const { answers } of [google, page, gate]) answers.clear()
})

beforeEach(() => {
  settings = createSettings({
    projectId: 'demo-proj',
    store: { kind: 'embedded', dataFolder },
    publicUrl: page.origin,
    gateOrigins: [gate.origin],
    providers: {
      google: { clientIds: ['g.apps.googleusercontent.com'], tokeninfoUrl: 'http://localhost:1' },
      microsoft: { clientIds: ['m'], directories: [], graphUrl: 'http://localhost:1' },
    },
  })
  settings.config.methods = ['google.com', 'microsoft.com', 'phone']
  settings.config.countries = ['TR']
  settings.config.authDomain = '127.0.0.1'
  settings.config.tenants = {
    _123456789012: { name: 'Example' },
    'Acme-x1y2z': { name: 'Acme', methods: ['google.com'] },
  }

  google.answers.set('/v1/projects', {
    body: { projectId: '123456789012', authorizedDomains: ['127.0.0.1'] },
  })
  google.answers.set('/v2/projects/demo-proj/config', { body: configBody() })
  const idps = '/v2/projects/demo-proj/defaultSupportedIdpConfigs'
  const isOn = (clientId: string) => ({ body: { enabled: true, clientId } })
  google.answers.set(`${idps}/google.com`, isOn('g.apps.googleusercontent.com'))
  google.answers.set(`${idps}/microsoft.com`, isOn('m'))
  const tenant = '/v2/projects/demo-proj/tenants/Acme-x1y2z'
  google.answers.set(tenant, { body: {} })
  for (const level of ['/v2/projects/demo-proj', tenant])
    for (const folder of ['defaultSupportedIdpConfigs', 'oauthIdpConfigs', 'inboundSamlConfigs'])
      google.answers.set(`${level}/${folder}`, { body: {} })
  google.answers.set(
    `${tenant}/defaultSupportedIdpConfigs/google.com`,
    isOn('g.apps.googleusercontent.com'),
  )
  page.answers.set('/config.json', { body: settings.config })
  page.answers.set('/readyz/accounts', { body: { status: 'ready' } })
  page.answers.set('/function/link', { status: 400, body: { code: 'invalid-argument' } })
  const request = redirect({ apiKey: settings.config.apiKey, tid: '_123456789012' })
  gate.answers.set('/', ({ headers }) =>
    headers['sec-fetch-mode'] === 'navigate' ? request : { status: 401 },
  )
})

const redirect = (parameters: Record<string, string>) => ({
  status: 302,
  headers: { location: `${page.origin}/?${new URLSearchParams(parameters).toString()}` },
})
const identity = {
  accountByUid: async () => null,
  customTokenFor: async () => 'token',
} as unknown as IdentityPlatform
const credential = { getAccessToken: async () => ({ access_token: 'x', expires_in: 3600 }) }

async function look(changes: Partial<Instruments> = {}): Promise<string[]> {
  const findings = await examine(settings, {
    identityUrl: google.origin,
    identity,
    admin: createProjectAdmin({ projectId: 'demo-proj', apiUrl: google.origin, credential }),
    clockServers: [page.origin],
    ...changes,
  })
  return findings.map(formatFinding)
}
const findingsToFix = async (changes?: Partial<Instruments>) =>
  (await look(changes)).filter((line) => !/^ok|^skip {2}mail/.test(line))

it('the doctor finds the providers that a company has set up at its tenant', async () => {
  const tenant = '/v2/projects/demo-proj/tenants/Acme-x1y2z'
  settings.config.tenants = {
    _123456789012: { name: 'Example' },
    'Acme-x1y2z': { name: 'Acme', methods: ['oidc.acme', { provider: 'saml.acme' }] },
  }
  google.answers.set(`${tenant}/oauthIdpConfigs/oidc.acme`, { body: { enabled: true } })
  google.answers.set(`${tenant}/inboundSamlConfigs/saml.acme`, { body: { enabled: false } })
  const findings = await look()
  expect(findings).toContain('ok    oidc.acme is on in tenant Acme-x1y2z')
  expect(findings).toContain(
    'FAIL  saml.acme is on in tenant Acme-x1y2z: enable the provider, or take it out of the methods',
  )
})

it('the doctor distinguishes a company provider that was never created from one that is off', async () => {
  settings.config.tenants = { 'Acme-x1y2z': { name: 'Acme', methods: ['oidc.acme'] } }
  expect(await look()).toContain(
    'FAIL  oidc.acme is on in tenant Acme-x1y2z: there is none: create the provider, or take it out of the methods',
  )
})

describe('passwords', () => {
  const protectedBy = {
    client: { permissions: { disabledUserSignup: true } },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
    passwordPolicyConfig: { passwordPolicyEnforcementState: 'ENFORCE' },
  }
  const tenant = '/v2/projects/demo-proj/tenants/Acme-x1y2z'
  const aboutPasswords = async () =>
    (await look()).filter((line) => /password|enumeration|create accounts/.test(line))

  it('the doctor checks that passwords are on for the project, and how they are protected', async () => {
    settings.config.methods = ['password']
    settings.config.tenants = { _123456789012: { name: 'Example' } }
    // Without `passwordRequired`, the service accepts email links too.
    const signIn = { email: { enabled: true } }
    const body = { ...configBody(), ...protectedBy, signIn }
    google.answers.set('/v2/projects/demo-proj/config', { body })
    expect(await aboutPasswords()).toEqual([
      'ok    password is on',
      'ok    users cannot create accounts',
      'ok    email enumeration protection is on',
      'ok    a password policy is enforced',
    ])
  })

  it('the doctor reports passwords that are off for the project', async () => {
    settings.config.methods = ['password']
    settings.config.tenants = { _123456789012: { name: 'Example' } }
    const body = { ...configBody(), signIn: { email: { enabled: false } } }
    google.answers.set('/v2/projects/demo-proj/config', { body })
    expect(await aboutPasswords()).toEqual([
      'FAIL  password is on: enable the email/password provider, or take password out of the methods',
    ])
  })

  it('the doctor checks the same for a tenant, and warns about each protection that is missing', async () => {
    settings.config.tenants = { 'Acme-x1y2z': { name: 'Acme', methods: ['password'] } }
    google.answers.set(tenant, { body: { allowPasswordSignup: true } })
    expect(await aboutPasswords()).toEqual([
      'ok    password is on in tenant Acme-x1y2z',
      'warn  users cannot create accounts in tenant Acme-x1y2z: they can: turn sign-up off, or anyone with the public API key creates an account with a password',
      'warn  email enumeration protection is on in tenant Acme-x1y2z: it is off: turn it on, or strangers learn who has an account',
      'warn  a password policy is enforced in tenant Acme-x1y2z: none is: passwords of six characters are accepted unless they are common',
    ])
    google.answers.set(tenant, { body: { ...protectedBy } })
    expect(await aboutPasswords()).toEqual([
      'FAIL  password is on in tenant Acme-x1y2z: enable the email/password provider, or take password out of the methods',
    ])
  })
})

it('the doctor reports only ok findings for a complete deployment', async () => {
  expect(await look()).toEqual([
    'ok    API key is accepted, by project number 123456789012',
    'ok    authorised domain 127.0.0.1',
    "ok    helper pages are on the page's own host",
    `ok    ${gate.origin} and the page are one site`,
    'ok    accounts can be read',
    'ok    custom tokens can be signed',
    'ok    tenant _123456789012 is the project itself',
    'ok    project id and API key are of one project',
    'ok    google.com is on',
    'ok    microsoft.com is on',
    'ok    phone is on',
    'ok    no other method is on',
    'ok    tenant Acme-x1y2z exists',
    'ok    google.com is on in tenant Acme-x1y2z',
    'ok    no other method is on in tenant Acme-x1y2z',
    'ok    text messages go to the allowed countries alone',
    'ok    the page answers with this configuration',
    'ok    custom token function answers',
    `ok    gate of ${gate.origin} leads to the page`,
    'ok    database is the embedded store, and the server is ready',
    'skip  mail: FOYER_MAIL_URL is not set, so none is sent',
    'ok    clock is right',
  ])
})

it('the doctor finds the second factors that the config requires', async () => {
  const { tenants = {} } = settings.config
  settings.config.tenants = {
    ...tenants,
    _123456789012: { name: 'Example', secondFactors: ['phone'] },
    'Acme-x1y2z': { name: 'Acme', methods: ['google.com'], secondFactors: ['totp', 'phone'] },
  }
  settings.config.secondFactors = ['phone']
  settings.policy = { tenants: { 'Acme-x1y2z': { secondFactor: 'required' } }, others: {} }
  google.answers.set('/v2/projects/demo-proj/config', {
    body: { ...configBody(), mfa: { state: 'ENABLED', enabledProviders: ['PHONE_SMS'] } },
  })
  const totp = { state: 'ENABLED', totpProviderConfig: { adjacentIntervals: 1 } }
  google.answers.set('/v2/projects/demo-proj/tenants/Acme-x1y2z', {
    body: { mfaConfig: { state: 'DISABLED', providerConfigs: [totp] } },
  })
  expect((await look()).filter((line) => line.includes('second step'))).toEqual([
    'ok    a second step by text messages is on',
    'warn  the gate requires a second step: only the page does: put "secondFactor": "required" into the access policy, and name it in FOYER_POLICY_FILE',
    'ok    a second step by authenticator apps is on in tenant Acme-x1y2z',
    'FAIL  a second step by text messages is on in tenant Acme-x1y2z: enable it (mfaConfig.enabledProviders: PHONE_SMS), or take phone out of secondFactors',
    'ok    the gate requires a second step in tenant Acme-x1y2z',
  ])
})

it('a second step that only the rule of a path requires is one that users cannot add, and doctor says so', async () => {
  settings.config.tenants = {
    _123456789012: { name: 'Example' },
    'Acme-x1y2z': { name: 'Acme', methods: ['google.com'] },
  }
  const rule = { secondFactor: 'required' } as const
  settings.policy = {
    hosts: {
      'app.example.com': {
        paths: [{ path: '/' }, { path: '/admin/', tenants: ['Acme-x1y2z'], ...rule }],
      },
      'wiki.example.com': { paths: [{ path: '/' }, { path: '/keys', ...rule }] },
    },
  }
  google.answers.set('/v2/projects/demo-proj/config', { body: configBody() })
  google.answers.set('/v2/projects/demo-proj/tenants/Acme-x1y2z', { body: {} })
  const todo =
    'the page offers none: set secondFactors, or "secondFactor": "required" in the rule of the tenant; every sign-in then needs one'
  expect((await look()).filter((line) => line.includes('second step'))).toEqual([
    `warn  users can add the second step that /keys requires: ${todo}`,
    `warn  users can add the second step that /admin/, /keys requires in tenant Acme-x1y2z: ${todo}`,
  ])
})

describe('methods that are on, and that the page does not offer', () => {
  const project = '/v2/projects/demo-proj'
  const tenant = `${project}/tenants/Acme-x1y2z`
  const anyone =
    'it is on, and anyone with the public API key can sign in with it: turn it off, or offer it, or refuse it in the access policy'
  const isOff = async () => (await look()).filter((line) => / (?:is|are) off/.test(line))
  const named = (folder: string, ids: Record<string, boolean>) => ({
    [folder]: Object.entries(ids).map(([id, enabled]) => ({
      name: `projects/demo-proj/${folder}/${id}`,
      enabled,
    })),
  })

  beforeEach(() => {
    settings.config.methods = ['google.com']
    google.answers.set(tenant, {
      body: { allowPasswordSignup: true, enableEmailLinkSignin: true, enableAnonymousUser: true },
    })
    google.answers.set(`${tenant}/oauthIdpConfigs`, ({ url }) =>
      url?.includes('pageToken=second%20page') === true
        ? { body: named('oauthIdpConfigs', { 'oidc.second': true }) }
        : {
            body: {
              ...named('oauthIdpConfigs', { 'oidc.first': true, 'oidc.unused': false }),
              nextPageToken: 'second page',
            },
          },
    )
    const ofProject = named('defaultSupportedIdpConfigs', {
      'google.com': true,
      'facebook.com': true,
    })
    google.answers.set(`${project}/defaultSupportedIdpConfigs`, { body: ofProject })
  })

  it('the doctor warns about each of them, because anyone can use it without the page', async () => {
    expect(await isOff()).toEqual([
      `warn  phone is off: ${anyone}`,
      `warn  facebook.com is off: ${anyone}`,
      `warn  password is off in tenant Acme-x1y2z: ${anyone}`,
      `warn  email link is off in tenant Acme-x1y2z: ${anyone}`,
      `warn  anonymous sign-in is off in tenant Acme-x1y2z: ${anyone}`,
      `warn  oidc.first is off in tenant Acme-x1y2z: ${anyone}`,
      `warn  oidc.second is off in tenant Acme-x1y2z: ${anyone}`,
    ])
  })

  it('the doctor does not warn about those that the access policy refuses', async () => {
    settings.policy = {
      tenants: { 'Acme-x1y2z': { providers: ['google.com', 'password'] } },
      others: { providers: ['google.com'] },
    }
    expect(await isOff()).toEqual([
      `warn  password is off in tenant Acme-x1y2z: ${anyone}`,
      `warn  email link is off in tenant Acme-x1y2z: ${anyone}`,
    ])
  })

  it('the doctor says that email links of the project need passwords', async () => {
    settings.config.methods = ['emailLink', 'phone', 'google.com', 'facebook.com']
    settings.config.tenants = { _123456789012: { name: 'Example' } }
    const signIn = { email: { enabled: true }, phoneNumber: { enabled: true } }
    google.answers.set(`${project}/config`, { body: { ...configBody(), signIn } })
    const lines = (await look()).filter((line) => /email|accounts|off/.test(line))
    expect(lines).toEqual(
      expect.arrayContaining([
        'ok    email link is on',
        'warn  users cannot create accounts: they can: turn sign-up off, or anyone with the public API key creates an account with an email link',
        'warn  email enumeration protection is on: it is off: turn it on, or strangers learn who has an account',
        'warn  password is off: it is on, as the service has no email link without it for the project: keep sign-up off, or use a tenant',
      ]),
    )
  })

  it('the doctor says that it cannot read the providers', async () => {
    google.answers.set(`${project}/inboundSamlConfigs`, { status: 403 })
    expect(await isOff()).toContain(
      'warn  other providers are off: they cannot be read: look at the console',
    )
  })
})

describe('failing checks of the doctor', () => {
  it('the doctor reports an API key that is not accepted, and still runs the other checks', async () => {
    google.answers.set('/v1/projects', { status: 400, body: { error: {} } })
    expect(await findingsToFix()).toEqual([
      expect.stringMatching(/^FAIL {2}API key: is not accepted \(400\)/),
      'skip  authorised domains: the project is not known',
      'skip  tenant _123456789012: the project is not known',
      'skip  project id: the project is not known',
    ])
  })

  it('the doctor reports an identity service that cannot be reached', async () => {
    const stopped = await startAnsweringServer()
    await stopped.close()
    const [first] = await look({ identityUrl: stopped.origin })
    expect(first).toBe('FAIL  identity service: cannot be reached (ECONNREFUSED)')
  })

  it.each([
    [
      'a host that is not authorised',
      () =>
        google.answers.set('/v1/projects', {
          body: { projectId: '123456789012', authorizedDomains: ['127.0.0.10'] },
        }),
      'FAIL  authorised domain 127.0.0.1: add it to the authorised domains of the project',
    ],
    [
      'helper pages on another host',
      () => {
        settings.config.authDomain = 'demo-proj.firebaseapp.com'
      },
      "warn  helper pages are on the page's own host: they are not, and a sign-in by redirect is lost: set FOYER_AUTH_DOMAIN to the host and FOYER_AUTH_HELPER_PROXY=on",
    ],
    [
      'a project id of another project',
      () =>
        google.answers.set('/v2/projects/demo-proj/config', {
          body: { ...configBody(), name: 'projects/999/config' },
        }),
      'FAIL  project id: FOYER_PROJECT_ID and FOYER_API_KEY are of different projects',
    ],
    [
      'a tenant with another project number',
      () => {
        settings.config.tenants = { _999: { name: 'x' } }
      },
      "FAIL  tenant _999: the project's number is 123456789012",
    ],
    [
      'a tenant that is not there',
      () => google.answers.delete('/v2/projects/demo-proj/tenants/Acme-x1y2z'),
      'FAIL  tenant Acme-x1y2z: there is none (404): compare the config file',
    ],
    [
      'a provider that is off',
      () =>
        google.answers.set('/v2/projects/demo-proj/defaultSupportedIdpConfigs/microsoft.com', {
          body: { enabled: false },
        }),
      'FAIL  microsoft.com is on: enable the provider, or take it out of the methods',
    ],
    [
      'a client whose tokens linking refuses',
      () => {
        settings.providers.google.clientIds = []
      },
      'warn  google.com is on: linking refuses its tokens: add its client id to FOYER_GOOGLE_CLIENT_IDS',
    ],
    [
      'phone that is off',
      () =>
        google.answers.set('/v2/projects/demo-proj/config', {
          body: { ...configBody(), signIn: {} },
        }),
      'FAIL  phone is on: enable the phone provider, or take phone out of the methods',
    ],
    [
      'text messages for every country',
      () =>
        google.answers.set('/v2/projects/demo-proj/config', {
          body: { ...configBody(), smsRegionConfig: undefined },
        }),
      'warn  text messages: the project sends them to every country: allow only the ones you serve, or strangers send at your cost',
    ],
    [
      'a country that gets no text message',
      () => {
        settings.config.countries = ['TR', 'NL']
      },
      'FAIL  text messages: the project sends none to NL, which the page offers',
    ],
    [
      'a page with another configuration',
      () => page.answers.set('/config.json', { body: { apiKey: 'other' } }),
      'FAIL  the page: FOYER_PUBLIC_URL answers with another configuration (200)',
    ],
    [
      'something else where the function should be',
      () => page.answers.set('/function/link', { body: '<html>' }),
      'FAIL  custom token function: FOYER_FUNCTION_URL answers 200 and not as the function does',
    ],
    [
      'a gate that leads elsewhere',
      () => gate.answers.set('/', {}),
      `warn  gate of GATE: answers 200 and does not lead to the page: compare its sign-in page with FOYER_PUBLIC_URL`,
    ],
    [
      'a gate with another key',
      () => gate.answers.set('/', redirect({ apiKey: 'other' })),
      'FAIL  gate of GATE: names another API key than FOYER_API_KEY, which the page refuses',
    ],
    [
      'a gate with a tenant that is not served',
      () => gate.answers.set('/', redirect({ apiKey: settings.config.apiKey, tid: 'Beta-k9j8h' })),
      'FAIL  gate of GATE: names a tenant that the config file does not: the page refuses it',
    ],
    [
      'settings that it may not read',
      () => google.answers.set('/v2/projects/demo-proj/config', { status: 403 }),
      'warn  project settings: cannot be read (403): run with credentials that have "Identity Platform Viewer"',
    ],
  ])('the doctor reports: %s', async (_name, change, expected) => {
    change()
    expect(await findingsToFix()).toContain(expected.replace('GATE', gate.origin))
  })

  it('the doctor reports an untrusted certificate as the cause, not a server that is not started', async () => {
    const server = await startPrivateTlsServer()
    settings.publicUrl = `https://127.0.0.1:${server.port}`
    settings.gateOrigins = [settings.publicUrl]
    const lines = await findingsToFix({ identityUrl: settings.publicUrl })
    for (const what of [
      'identity service',
      'the page at FOYER_PUBLIC_URL',
      'custom token function',
      `gate of ${settings.publicUrl}`,
    ])
      expect(lines).toContainEqual(
        expect.stringMatching(
          new RegExp(
            `^FAIL {2}${what}: cannot be reached \\(\\w+\\): its certificate is not trusted`,
          ),
        ),
      )
    expect(lines.join()).not.toContain('start the server')
    await server.close()
  })

  it('the doctor reports a service account without permissions', async () => {
    const refused = async () => {
      throw new IdentityError('internal')
    }
    const weak = { ...identity, accountByUid: refused, customTokenFor: refused }
    expect(await findingsToFix({ identity: weak })).toEqual([
      expect.stringMatching(
        /^FAIL {2}accounts can be read: there are no credentials, or they may not/,
      ),
      expect.stringMatching(
        /^FAIL {2}custom tokens can be signed: there are no credentials, or they may not/,
      ),
    ])
  })

  it('the doctor warns that it has no credentials', async () => {
    const getAccessToken = () => Promise.reject(new Error('none'))
    const admin = createProjectAdmin({ projectId: 'demo-proj', credential: { getAccessToken } })
    expect(await findingsToFix({ admin })).toEqual([
      'warn  project settings: cannot be read (no credentials): run with credentials that have "Identity Platform Viewer"',
    ])
  })

  it('the doctor skips admin checks without a project id', async () => {
    expect(await findingsToFix({ identity: null })).toEqual([
      expect.stringMatching(/^FAIL {2}project id: set FOYER_PROJECT_ID/),
    ])
  })

  it('the doctor reports a function on another origin that the page may not read', async () => {
    settings.config.functionUrl = `${gate.origin}/link`
    gate.answers.set('/link', { status: 400, body: { code: 'invalid-argument' } })
    expect(await findingsToFix()).toEqual([
      'FAIL  custom token function: does not let the page read it: set its FOYER_PUBLIC_URL',
    ])
  })
})

it('the doctor skips what an emulator cannot report, with the reason', async () => {
  expect(await findingsToFix({ admin: null })).toEqual([
    'skip  sign-in methods: an emulator does not tell',
    'skip  tenants: an emulator does not tell',
    'skip  text messages: an emulator does not tell',
  ])
})

it('the doctor has a time limit, and continues after a check that throws', async () => {
  google.answers.set('/v2/projects/demo-proj/tenants/Acme-x1y2z', 'silence')
  const broken = { ...identity, accountByUid: () => Promise.reject(new Error('?')) }
  const found = await findingsToFix({ identity: broken, timeoutMs: 2_000 })
  expect(found).toContain('FAIL  project settings: no answer in time')
  expect(found).toHaveLength(2)
})

describe('same-site check', () => {
  it.each([
    ['https://login.example.com', 'https://app.example.com', true],
    ['https://login.example.co.uk', 'https://app.example.co.uk', true],
    ['https://login.example.com', 'https://*.apps.example.com', true],
    ['http://localhost:4000', 'http://localhost:4100', true],
    ['https://login.example.com', 'https://app.corp.example', false],
    ['https://a.co.uk', 'https://b.co.uk', false],
    ['https://login-abc.a.run.app', 'https://app-abc.a.run.app', false],
    ['https://login.example.com', 'http://app.example.com', false],
  ])('%s and %s are one site: %s', (publicUrl, origin, isSame) => {
    const [finding] = checkSameSite(createSettings({ publicUrl, gateOrigins: [origin] }))
    expect(finding?.status).toBe(isSame ? 'ok' : 'warn')
  })
})

describe('clock check', () => {
  const behind = (seconds: number) => () => ({
    headers: { date: new Date(Date.now() - seconds * 1000).toUTCString() },
  })

  it.each([
    ['right', 0, 'ok    clock is right'],
    ['ten seconds ahead', 10, /^warn {2}clock: is (?:9|10|11) s ahead/],
    ['a minute ahead', 60, /^FAIL {2}clock: is (?:59|60|61) s ahead/],
    ['a minute behind', -60, /^FAIL {2}clock: is (?:59|60|61) s behind/],
  ])('the doctor checks a clock that is %s', async (_name, seconds, expected) => {
    page.answers.set('/', behind(seconds))
    expect(formatFinding(await checkClock(false, [page.origin]))).toMatch(expected)
  })

  it('the doctor compares the clock with the server whose clock is the nearest to ours', async () => {
    page.answers.set('/', behind(300))
    expect((await checkClock(false, [page.origin, gate.origin])).status).toBe('ok')
  })

  it('the doctor skips the clock check on one machine, or if no server responds', async () => {
    expect((await checkClock(true)).status).toBe('skip')
    expect((await checkClock(false, ['http://127.0.0.1:1'])).status).toBe('skip')
  })
})

function configBody(): Record<string, unknown> {
  return {
    name: 'projects/123456789012/config',
    signIn: { phoneNumber: { enabled: true } },
    smsRegionConfig: { allowlistOnly: { allowedRegions: ['TR', 'DE'] } },
  }
}
