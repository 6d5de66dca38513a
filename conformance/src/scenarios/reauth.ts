import { acme, globex, project, reauthAt } from '../requests.ts'
import { ownWords, refusedUnread } from '../differences.ts'
import type { Scenario } from '../scenario.ts'

export const reauth: readonly Scenario[] = [
  { title: 'nobody signed in', at: reauthAt() },
  {
    title: 'a signed-in user signs in again',
    at: reauthAt(),
    page: { signedIn: { [acme]: {} } },
  },
  {
    title: 'the buttons wait although somebody is signed in',
    at: reauthAt(),
    page: { signedIn: { [acme]: {} }, credentials: ['never'] },
    steps: [{ until: 'handler startSignIn' }],
  },
  {
    title: 'another tenant is refused',
    at: reauthAt(),
    page: { signedIn: { [acme]: {} }, credentials: [{ tenantId: globex }] },
  },
  { title: 'project level', at: reauthAt({ tid: project }), page: { signedIn: { project: {} } } },
  {
    title: 'a nonce check',
    at: reauthAt(),
    answers: { cookie: [{ text: 'XsrfNonceCheckIsNeeded' }] },
  },
  {
    title: 'an exchange out of order may be tried again',
    at: reauthAt(),
    answers: { exchange: [{ status: 503, text: '' }] },
    differs: ownWords(503, 'unavailable'),
  },
  {
    title: 'no redirect address',
    at: reauthAt({ redirect_uri: undefined }),
    differs: refusedUnread('Invalid request'),
  },
  {
    title: 'no tenant',
    at: reauthAt({ tid: undefined }),
  },
]
