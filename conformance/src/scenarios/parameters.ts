import { refusedUnread } from '../differences.ts'
import { apiKey, loginAt, lookupAddress, selectAt, signoutAt } from '../requests.ts'
import type { DeclaredDifference, PageAddress, Scenario } from '../scenario.ts'

type Row = readonly [title: string, at: PageAddress, differs?: DeclaredDifference]

const refusedAlike: readonly Row[] = [
  ['no mode', loginAt({ mode: undefined })],
  ['a mode in capital letters', loginAt({ mode: 'LOGIN' })],
  ['no tenant', loginAt({ tid: undefined })],
  ['no redirect URL for the choice', selectAt({ redirect_uri: undefined })],
  ['no state for the choice', selectAt({ state: undefined })],
]

const acceptedAlike: readonly Row[] = [
  ['a state of markup is passed on', loginAt({ state: '"><script>alert(1)</script>' })],
  ['an unescaped plus in the state', { query: unescaped(loginAt({ state: 'aGVsbG8+d29ybGQ=' })) }],
  ['a parameter twice with one value', { query: `?tid=acme-1a2b3&${queryOf(loginAt())}` }],
]

const languageFirst: DeclaredDifference = {
  because: 'a handler gets the language before the error that it has to show',
  exactly: [{ at: 'events.0', ours: 'handler languageCode null' }],
}

const withoutKey: readonly Row[] = [
  ['no request at all', { query: '' }, languageFirst],
  ['no API key', loginAt({ apiKey: undefined }), languageFirst],
]

const incomplete: readonly Row[] = [
  ['no redirect URL', loginAt({ redirect_uri: undefined }), refusedUnread('Invalid request')],
  ['no state', loginAt({ state: undefined }), refusedUnread('Invalid request')],
]

const twice = 'a parameter with two values can be read in two ways'
const outside = 'a malformed parameter value is not used'

const hostile: readonly Row[] = [
  ...[
    ['two tenants', `?tid=globex-4c5d6&${queryOf(loginAt())}`] as const,
    ['two redirect URLes', `?${queryOf(signoutAt())}&redirect_uri=https://evil.test/`] as const,
  ].map(([title, query]): Row => [title, { query }, refusedUnread('Invalid request', twice)]),
  ...[
    ['a tenant with a space', loginAt({ tid: 'acme-1a2b3 ' })] as const,
    ['a state with a line break', loginAt({ state: 'x\r\nSet-Cookie: a=b' })] as const,
    ['a state past 10,000 characters', loginAt({ state: 'x'.repeat(10_001) })] as const,
  ].map(([title, at]): Row => [title, at, refusedUnread('Invalid request', outside)]),
  ...[
    ['a tenant with the name of an object property', loginAt({ tid: '__proto__' })] as const,
    ['only an underscore', loginAt({ tid: '_' })] as const,
  ].map(([title, at]): Row => [title, at, refusedUnread('Mismatching project numbers', outside)]),
]

function queryOf({ query }: PageAddress): string {
  return new URLSearchParams(query).toString()
}

/** The query with nothing escaped. */
function unescaped({ query }: PageAddress): string {
  const pairs = Object.entries(query).map((entry) => entry.join('='))
  return `?${pairs.join('&')}`
}

export const parameters: readonly Scenario[] = [
  ...[...refusedAlike, ...acceptedAlike, ...withoutKey, ...incomplete, ...hostile].map(
    ([title, at, differs]) => ({
      title,
      at,
      ...(differs && { differs }),
    }),
  ),
  {
    title: 'an API key that would add parameters to the lookup',
    at: loginAt({ apiKey: `${apiKey}&fields=*` }),
    differs: {
      because: 'the API key is escaped in the URL of the lookup',
      exactly: [
        { at: `times of fetch GET ${lookupAddress}&fields=*`, theirs: 1, ours: 0 },
        { at: `times of fetch GET ${lookupAddress}%26fields%3D*`, theirs: 0, ours: 1 },
        {
          at: 'requests.0.address',
          theirs: `${lookupAddress}&fields=*`,
          ours: `${lookupAddress}%26fields%3D*`,
        },
      ],
    },
  },
  { title: 'an invalid handler', at: loginAt(), page: { brokenHandler: true } },
  {
    title: 'a handler that knows another project',
    at: loginAt(),
    page: { getAuth: { fails: 'invalid-argument' } },
  },
  {
    title: 'an auth instance of another project',
    at: loginAt(),
    page: { authApiKey: 'another-api-key' },
  },
]
