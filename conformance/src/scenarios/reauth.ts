import { acme, globex, reauthAt } from '../requests.ts'
import { refusedUnread } from '../differences.ts'
import type { Scenario } from '../scenario.ts'

export const reauth: readonly Scenario[] = [
  { title: 'no signed-in user', at: reauthAt() },
  {
    title: 'a signed-in user signs in again',
    at: reauthAt(),
    page: { signedIn: { [acme]: {} } },
  },
  {
    title: 'the buttons wait although a user is signed in',
    at: reauthAt(),
    page: { signedIn: { [acme]: {} }, credentials: ['never'] },
    steps: [{ until: 'handler startSignIn' }],
  },
  {
    title: 'another tenant is refused',
    at: reauthAt(),
    page: { signedIn: { [acme]: {} }, credentials: [{ tenantId: globex }] },
  },
  {
    title: 'a nonce check',
    at: reauthAt(),
    answers: { cookie: [{ text: 'XsrfNonceCheckIsNeeded' }] },
  },
  {
    title: 'no redirect URL',
    at: reauthAt({ redirect_uri: undefined }),
    differs: refusedUnread('Invalid request'),
  },
]
