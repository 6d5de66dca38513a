import { acme, globex, loginAt, reauthAt } from '../requests.ts'
import type { Scenario } from '../scenario.ts'

const inList = { 'ciap:auth-tenants:12345': JSON.stringify([globex, acme]) }

/** What happens to a user between the credential and the exchange. */
export const user: readonly Scenario[] = [
  {
    title: 'a disabled user leaves the list and signs in again',
    at: loginAt(),
    page: {
      storage: inList,
      signedIn: { [acme]: { tokenFails: 'auth/user-disabled' } },
      credentials: ['never'],
    },
    steps: [{ until: 'handler startSignIn' }],
  },
  {
    title: 'a disabled user is followed by another',
    at: loginAt(),
    page: { storage: inList, signedIn: { [acme]: { tokenFails: 'auth/user-disabled' } } },
  },
  {
    title: 'an expired token found while refreshing: sign in again',
    at: loginAt(),
    page: {
      storage: inList,
      signedIn: { [acme]: { tokenAgeSeconds: 900, refreshFails: 'auth/user-token-expired' } },
    },
  },
  {
    title: 'a credential that is disabled at once: the buttons again',
    at: reauthAt(),
    page: { credentials: [{ tokenFails: 'auth/user-disabled' }, {}] },
  },
  {
    title: 'no network while refreshing: retry',
    at: loginAt(),
    page: {
      signedIn: {
        [acme]: { tokenAgeSeconds: 900, refreshFails: 'auth/network-request-failed' },
      },
    },
  },
  {
    title: 'without processUser',
    at: loginAt(),
    page: { without: ['processUser'], signedIn: { [acme]: {} } },
  },
  {
    title: 'processUser answers with another user of the tenant',
    at: loginAt(),
    page: { processed: { tenantId: acme } },
  },
  {
    title: 'processUser answers with a user of another tenant',
    at: loginAt(),
    page: { processed: { tenantId: globex } },
  },
  {
    title: 'processUser fails',
    at: loginAt(),
    page: { processed: { fails: 'auth/internal-error' } },
  },
  {
    title: 'processUser fails with a transient error: retry',
    at: loginAt(),
    page: { processed: { fails: 'auth/too-many-requests' } },
    steps: [{ until: 'settled start' }, { act: 'retry' }],
  },
  {
    title: 'processUser finds the user disabled: the buttons again, without end',
    at: loginAt(),
    page: {
      processed: { fails: 'auth/user-disabled' },
      credentials: [{}, 'never'],
    },
    steps: [{ until: 'handler startSignIn', times: 2 }],
  },
]
