import { acme, globex, loginAt, selectAt, signoutHereAt } from '../requests.ts'
import type { Scenario, Step } from '../scenario.ts'

const withEmail: Step[] = [
  { click: '.firebaseui-idp-password' },
  { fill: 'input[name=email]', with: 'ann@corp.example' },
  { click: '.firebaseui-id-submit' },
  { fill: 'input[name=password]', with: 'a password' },
  { click: '.firebaseui-id-submit' },
]

/** FirebaseUI's own handler and the identity library beneath it, with either library above. */
export const firebaseui: readonly Scenario[] = [
  {
    title: 'buttons, email and password, exchange, back',
    handler: 'firebaseui',
    at: loginAt(),
    answers: () => ({ identity: identityOf(acme) }),
    steps: [...withEmail, { until: 'settled start' }],
  },
  {
    title: 'a hint fills in the email address',
    handler: 'firebaseui',
    at: loginAt({}, '#hint=ann@corp.example;password'),
    answers: () => ({ identity: identityOf(acme) }),
    steps: [
      { fill: 'input[name=password]', with: 'a password' },
      { click: '.firebaseui-id-submit' },
      { until: 'settled start' },
    ],
  },
  {
    title: 'its tenant buttons, then the other tenant to the end',
    handler: 'firebaseui',
    at: selectAt(),
    answers: () => ({ identity: identityOf(globex) }),
    steps: [
      { click: '.firebaseui-id-tenant-selection-button >> nth=1' },
      ...withEmail,
      { until: 'settled start' },
    ],
  },
  {
    title: 'its page at the end of a sign-out',
    handler: 'firebaseui',
    at: signoutHereAt(),
  },
  {
    title: 'its page for an error with retry',
    handler: 'firebaseui',
    at: loginAt(),
    answers: () => ({
      identity: identityOf(acme),
      lookup: [
        { status: 503, json: { error: { status: 'UNAVAILABLE', message: 'Later.' } } },
        { json: { projectId: '12345', authorizedDomains: ['localhost'] } },
      ],
    }),
    steps: [{ click: '.firebaseui-id-submit' }, ...withEmail, { until: 'navigate http' }],
  },
]

/** The identity service's answers about a user who has just signed in, by the last part of the URL. */
function identityOf(tenantId: string): Record<string, object> {
  const account = { localId: 'ann', email: 'ann@corp.example', tenantId, emailVerified: true }
  const idToken = unsigned({ sub: 'ann', user_id: 'ann', firebase: { tenant: tenantId } })
  const session = { idToken, refreshToken: 'refresh-token', expiresIn: '3600' }
  return {
    'accounts:createAuthUri': { registered: true, signinMethods: ['password'] },
    'accounts:signInWithPassword': { ...account, ...session, registered: true },
    'accounts:lookup': { users: [{ ...account, providerUserInfo: [] }] },
  }
}

function unsigned(claims: object): string {
  const iat = Math.floor(Date.now() / 1000)
  const parts = [{ alg: 'none' }, { ...claims, iat, auth_time: iat, exp: iat + 3600 }]
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
}
