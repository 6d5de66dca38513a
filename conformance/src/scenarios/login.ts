import { originalUri, targetUri } from '../answers.ts'
import { acme, globex, loginAt, project } from '../requests.ts'
import { exchangeRequest, navigationRequest } from '../differences.ts'
import type { Scenario } from '../scenario.ts'

const list = 'ciap:auth-tenants:12345'

export const login: readonly Scenario[] = [
  { title: 'no signed-in user: buttons, credential, exchange, cookie, back', at: loginAt() },
  { title: 'signed in: no sign-in needed', at: loginAt(), page: { signedIn: { [acme]: {} } } },
  {
    title: 'a stored token of 100 s is used',
    at: loginAt(),
    page: { signedIn: { [acme]: { tokenAgeSeconds: 100 } } },
  },
  {
    title: 'a stored token of 140 s is refreshed',
    at: loginAt(),
    page: { signedIn: { [acme]: { tokenAgeSeconds: 140 } } },
  },
  {
    title: 'a stored token from the future is refreshed',
    at: loginAt(),
    page: { signedIn: { [acme]: { tokenAgeSeconds: -600 } } },
    differs: {
      because: 'with a slow device clock a stale token looks new, but the proxy would refuse it',
      exactly: [
        { at: `times of refresh token of ${acme} stored`, theirs: 0, ours: 1 },
        {
          at: 'requests.1.body',
          theirs: exchangeRequest(`id-token of ${acme} stored, 1`).body,
          ours: exchangeRequest(`id-token of ${acme} stored, 2`).body,
        },
      ],
    },
  },
  {
    title: 'an old token of a new credential is refreshed',
    at: loginAt(),
    page: { credentials: [{ tokenAgeSeconds: 3000 }] },
  },
  {
    title: 'a stored user of another tenant gets the buttons',
    at: loginAt(),
    page: { signedIn: { [acme]: { tenantId: globex } } },
  },
  {
    title: 'the buttons wait for the user',
    at: loginAt(),
    page: { credentials: ['never'] },
    steps: [{ until: 'handler startSignIn' }],
  },
  {
    title: 'a credential of another tenant is refused',
    at: loginAt(),
    page: { credentials: [{ tenantId: globex }] },
  },
  {
    title: 'a refused sign-in is final',
    at: loginAt(),
    page: { credentials: [{ fails: 'auth/admin-restricted-operation' }] },
  },
  {
    title: 'a sign-in without network is tried again',
    at: loginAt(),
    page: { credentials: [{ fails: 'auth/network-request-failed' }, {}] },
    steps: [{ until: 'settled start' }, { act: 'retry' }],
  },
  { title: 'project level, no signed-in user', at: loginAt({ tid: project }) },
  {
    title: 'project level, signed in',
    at: loginAt({ tid: project }),
    page: { signedIn: { project: {} } },
  },
  {
    title: 'project level refuses a tenant user',
    at: loginAt({ tid: project }),
    page: { signedIn: { project: { tenantId: acme } }, credentials: [{ tenantId: acme }] },
  },
  { title: 'another project number is refused', at: loginAt({ tid: '_99999' }) },
  {
    title: 'another project number is refused to a signed-in user',
    at: loginAt({ tid: '_99999' }),
    page: { signedIn: { project: {} } },
  },
  { title: 'the language of the request reaches the handler', at: loginAt({ hl: 'tr' }) },
  {
    title: 'a nonce check goes to the target URL with the redirect token',
    at: loginAt(),
    page: { signedIn: { [acme]: {} } },
    answers: { cookie: [{ text: 'XsrfNonceCheckIsNeeded' }] },
  },
  {
    title: 'a nonce check replaces rt and keeps the rest of the target URL',
    at: loginAt(),
    answers: {
      cookie: [{ text: 'XsrfNonceCheckIsNeeded' }],
      exchange: [
        {
          json: {
            originalUri,
            targetUri: `${targetUri}&rt=old&x=a%20b+c`,
            redirectToken: 'a+b/c=&d',
          },
        },
      ],
    },
  },
  {
    title: 'the tenant joins the list once',
    at: loginAt(),
    page: { storage: { [list]: JSON.stringify([globex, acme]) } },
  },
  {
    title: 'a tenant list that is invalid JSON is replaced',
    at: loginAt(),
    page: { storage: { [list]: '{oops' } },
  },
  {
    title: 'a tenant list that is not a list is replaced',
    at: loginAt(),
    page: { storage: { [list]: '{"a":1}' } },
    differs: {
      because: 'an invalid list of tenants does not break a sign-in',
      exactly: [
        { at: 'events.10', theirs: 'handler hideProgressBar' },
        { at: 'events.10', theirs: 'handler handleError error 0' },
        { at: 'events.10', theirs: 'settled start with error 0' },
        { at: 'events.10', ours: `navigate ${originalUri}` },
        { at: 'events.10', ours: 'settled start undefined' },
        { at: 'requests.3', ours: navigationRequest },
        {
          at: 'errors.0',
          theirs: {
            code: null,
            message: 't.tenantList.indexOf is not a function',
            httpErrorCode: null,
            retry: false,
          },
        },
        { at: `storage.${list}`, theirs: '{"a":1}', ours: JSON.stringify([acme]) },
      ],
    },
  },
  { title: 'storage is blocked', at: loginAt(), page: { blockedStorage: true } },
  {
    title: 'a handler of required methods only',
    at: loginAt(),
    page: {
      without: ['processUser', 'selectTenant', 'showProgressBar', 'hideProgressBar', 'handleError'],
    },
  },
]
