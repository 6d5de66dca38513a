import { originalUri } from '../answers.ts'
import { acme, globex, project, signoutAt, signoutHereAt } from '../requests.ts'
import { ownMessage } from '../differences.ts'
import type { Scenario } from '../scenario.ts'

const list = 'ciap:auth-tenants:12345'
const everybody = { signedIn: { [acme]: {}, [globex]: {} } }

export const signout: readonly Scenario[] = [
  {
    title: "all the session's tenants, then back to the application",
    at: signoutAt(),
    page: { ...everybody, storage: { [list]: JSON.stringify([acme, globex, 'initech-5e6f7']) } },
  },
  {
    title: 'one tenant leaves the others in the list',
    at: signoutAt(),
    page: { ...everybody, storage: { [list]: JSON.stringify([acme, globex]) } },
    answers: { sessionInfo: [{ json: { originalUri, tenantIds: [globex] } }] },
  },
  {
    title: 'the last tenant removes the list',
    at: signoutAt(),
    page: { ...everybody, storage: { [list]: JSON.stringify([acme]) } },
    answers: { sessionInfo: [{ json: { originalUri, tenantIds: [acme] } }] },
  },
  {
    title: 'the project level',
    at: signoutAt(),
    page: { signedIn: { project: {} }, storage: { [list]: JSON.stringify([project]) } },
    answers: { sessionInfo: [{ json: { originalUri, tenantIds: [project] } }] },
  },
  {
    title: 'a session without tenants',
    at: signoutAt(),
    answers: { sessionInfo: [{ json: { originalUri, tenantIds: [] } }] },
  },
  {
    title: 'a tenant of the request changes nothing',
    at: signoutAt({ tid: acme }),
    page: everybody,
  },
  {
    title: 'here: every tenant in the list',
    at: signoutHereAt(),
    page: { ...everybody, storage: { [list]: JSON.stringify([acme, globex]) } },
  },
  { title: 'here: the list is empty', at: signoutHereAt() },
  {
    title: 'here: a state without redirect URL changes nothing',
    at: signoutAt({ redirect_uri: undefined }),
  },
  {
    title: 'here: a sign-out that is refused',
    at: signoutHereAt(),
    page: {
      ...everybody,
      storage: { [list]: JSON.stringify([acme]) },
      signOut: { fails: 'auth/internal-error' },
    },
  },
  {
    title: 'a sign-out that is refused',
    at: signoutAt(),
    page: { ...everybody, signOut: { fails: 'auth/internal-error' } },
  },
  {
    title: 'a sign-out without network: retry',
    at: signoutAt(),
    page: { ...everybody, signOut: { fails: 'auth/network-request-failed' } },
  },
  {
    title: 'no state for the redirect URL',
    at: signoutAt({ state: undefined }),
  },
  {
    title: 'a redirect URL that is not authorised',
    at: signoutAt({ redirect_uri: 'https://evil.test/handle_redirect' }),
  },
  {
    title: 'session info: 503, then success by retry',
    at: signoutAt(),
    page: everybody,
    answers: {
      sessionInfo: [{ status: 503, text: '' }, { json: { originalUri, tenantIds: [acme] } }],
    },
    steps: [{ until: 'settled start' }, { act: 'retry' }],
    differs: ownMessage(503, 'unavailable'),
  },
]
