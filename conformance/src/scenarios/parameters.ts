import { acme, loginAt, selectAt } from '../requests.ts'
import type { PageAddress, Scenario } from '../scenario.ts'

const addresses: readonly (readonly [title: string, at: PageAddress])[] = [
  ['no mode', loginAt({ mode: undefined })],
  ['an empty mode', loginAt({ mode: '' })],
  ['a mode in other letters', loginAt({ mode: 'LOGIN' })],
  ['a mode that every object has', loginAt({ mode: 'toString' })],
  ['no request at all', { query: '' }],
  ['no API key', loginAt({ apiKey: undefined })],
  ['no API key for the choice', selectAt({ apiKey: undefined })],
  ['no tenant', loginAt({ tid: undefined })],
  ['an empty tenant', loginAt({ tid: '' })],
  ['no redirect address', loginAt({ redirect_uri: undefined })],
  ['an empty redirect address', loginAt({ redirect_uri: '' })],
  ['no state', loginAt({ state: undefined })],
  ['an empty state', loginAt({ state: '' })],
  ['no redirect address for the choice', selectAt({ redirect_uri: undefined })],
  ['no state for the choice', selectAt({ state: undefined })],
  ['a state of markup is passed on', loginAt({ state: '"><script>alert(1)</script>' })],
  ['an unescaped plus in the state', { query: plain(loginAt({ state: 'aGVsbG8+d29ybGQ=' })) }],
  ['parameters of somebody else', loginAt({ utm_source: 'mail', lang: 'tr' })],
  ['a tenant that every object has', loginAt({ tid: '__proto__' })],
]

/** The query with nothing escaped but what would end it. */
function plain({ query }: PageAddress): string {
  return `?${Object.entries(query)
    .map((entry) => entry.join('='))
    .join('&')}`
}

export const parameters: readonly Scenario[] = [
  ...addresses.map(([title, at]) => ({ title, at })),
  {
    title: 'a handler that is none',
    at: loginAt(),
    page: { brokenHandler: true },
  },
  {
    title: 'a handler that knows another project',
    at: loginAt(),
    page: { getAuth: { fails: 'invalid-argument' } },
  },
  {
    title: 'an auth instance of another project',
    at: loginAt(),
    page: { authApiKey: 'another-api-key', signedIn: { [acme]: {} } },
  },
  {
    title: 'a broken request without handleError rejects',
    at: loginAt({ mode: 'nothing' }),
    page: { without: ['handleError'] },
  },
]
