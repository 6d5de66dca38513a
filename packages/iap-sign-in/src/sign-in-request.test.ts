import { describe, expect, it } from 'vitest'
import { refusalWords, refuse, refuseDomain, type Refusal, SignInError } from './sign-in-error.ts'
import { parseSignInRequest, type SignInRequest } from './sign-in-request.ts'
import {
  apiKeys,
  hints,
  hostileProject,
  modes,
  states,
  tids,
} from './testing/hostile-parameters.ts'

const { apiKey, projectId, tenantIds } = hostileProject
const proper = {
  mode: 'login',
  apiKey,
  tid: 'Acme-x1y2z',
  redirect_uri: 'https://gate.example.com/cb',
  state: 'sealed',
}

function parse(parameters: Record<string, string>, hash = '', historyState: unknown = null) {
  const query = new URLSearchParams(parameters)
  return parseAddress(`?${query}${hash}`, historyState)
}

function parseAddress(address: string, historyState: unknown = null): SignInRequest {
  const url = new URL(address, hostileProject.loginOrigin)
  return parseSignInRequest(url, historyState, { apiKey, tenantIds })
}

function refusalOf(parse: () => SignInRequest): Refusal | 'accepted' {
  try {
    parse()
    return 'accepted'
  } catch (error) {
    if (error instanceof SignInError && error.refusal) return error.refusal
    throw error
  }
}

const query = (text: string) =>
  `?mode=login&apiKey=${apiKey}&redirect_uri=https://gate.example.com/cb&${text}`

describe('a hostile parameter', () => {
  it.each([
    ...apiKeys.map((row) => ['apiKey', ...row] as const),
    ...tids.map((row) => ['tid', ...row] as const),
    ...modes.map((row) => ['mode', ...row] as const),
    ...states.map((row) => ['state', ...row] as const),
  ])('%s %s: %s %j, %s (A10, UR-11)', (name, _id, decision, value) => {
    const refusal = refusalOf(() => parse({ ...proper, [name]: value }))
    expect(refusal === 'accepted').toBe(decision === 'accept')
  })
})

describe('a request', () => {
  it.each<[Refusal, Record<string, string>]>([
    ['invalid-api-key', { apiKey: '' }],
    ['invalid-project', { apiKey: 'another' }],
    ['invalid-mode', { mode: '' }],
    ['invalid-mode', { mode: 'unknown' }],
    ['invalid-request', { tid: '' }],
    ['invalid-request', { state: '' }],
    ['invalid-request', { redirect_uri: '' }],
    ['invalid-request', { mode: 'reauth', tid: '' }],
    ['invalid-request', { mode: 'selectAuthSession', state: '' }],
    ['invalid-request', { mode: 'selectAuthSession', redirect_uri: '' }],
    ['invalid-request', { mode: 'signout', state: '' }],
    ['invalid-url', { redirect_uri: 'http://gate.example.com/cb' }],
    ['mismatching-tenant', { tid: 'Other-a1b2c' }],
    ['mismatching-project-numbers', { tid: '_999' }],
  ])('is refused as %s with %o (D1, D3, D6)', (refusal, change) => {
    expect(refusalOf(() => parse({ ...proper, ...change }))).toBe(refusal)
  })

  it.each([
    { mode: 'signout', redirect_uri: '', state: '', tid: '' },
    { mode: 'signout', redirect_uri: '', state: 'unused' },
    { mode: 'signout', tid: '' },
    { mode: 'selectAuthSession', tid: '' },
    { mode: 'reauth' },
    { tid: `_${projectId}` },
  ])('is accepted with %o', (change) => {
    expect(refusalOf(() => parse({ ...proper, ...change }))).toBe('accepted')
  })

  it('serves any well-formed key and tenant where the page lists none', () => {
    const url = new URL(`${hostileProject.loginOrigin}/?${new URLSearchParams(proper)}`)
    url.searchParams.set('tid', 'acme-x1y2z')
    url.searchParams.set('apiKey', 'any')
    expect(parseSignInRequest(url, null, {})).toMatchObject({ apiKey: 'any', tid: 'acme-x1y2z' })
  })
})

describe('decoding', () => {
  it.each([
    ['state=ab%2Bcd%3D%3D', 'ab+cd=='],
    ['state=a%252Fb%2520c', 'a%2Fb%20c'],
    ['state=ab+cd', 'ab cd'],
  ])('happens once: %s (UR-12, UR-14)', (text, state) => {
    expect(parseAddress(query(`tid=Acme-x1y2z&${text}`)).returnPath?.state).toBe(state)
  })

  it.each(['tid=%', 'tid=%25ba', 'tid=Acme-x1y2z&state=%E0%A4%A', '%2', 'tid=Acme-x1y2z&state=%'])(
    'of %s ends in a refusal, not in an uncaught error',
    (text) => {
      const outcome = refusalOf(() => parseAddress(query(text)))
      // A lone percent sign is visible text like any other: the redirect server judges it.
      expect(outcome).toBe(text.endsWith('state=%') ? 'accepted' : 'invalid-request')
    },
  )

  it.each(['tid', 'state', 'apiKey', 'redirect_uri', 'mode'])(
    'of a repeated %s refuses two values and takes one value twice',
    (name) => {
      const address = `?${new URLSearchParams(proper)}`
      const same = `${address}&${name}=${encodeURIComponent(proper[name as keyof typeof proper])}`
      expect(refusalOf(() => parseAddress(same))).toBe('accepted')
      expect(refusalOf(() => parseAddress(`${address}&${name}=other`))).toBe('invalid-request')
    },
  )

  it.each([
    ['hl=tr', 'tr'],
    ['hl=tr-TR', 'tr-TR'],
    ['hl=tr_TR', 'tr_TR'],
    ['hl=tr&hl=en', 'tr'],
    ['hl="><script>alert(1)</script>&hl=en', 'en'],
    ['hl=../../config', null],
    ['hl=__proto__', null],
    ['hl=en%26onload=alert', null],
    ['hl=', null],
    ['', null],
  ])('of %s gives the language %s (A12, UR-16, TR-07)', (text, language) => {
    const address = query(`tid=Acme-x1y2z&state=s&${text}`)
    expect(parseAddress(address).languageCode).toBe(language)
  })
})

describe('the hint', () => {
  const hintOf = (hash: string, historyState: unknown = null, tid: string = proper.tid) => {
    const request = parse({ ...proper, tid }, hash, historyState)
    return 'hint' in request ? request.hint : undefined
  }

  // A refused row loses the part that is not well formed; the page works in any case.
  const tenantId = proper.tid
  const kept: Record<string, unknown> = {
    H01: { email: 'ann@corp.example', tenantId, providerIds: ['google.com'] },
    H02: { tenantId, providerIds: ['phone'] },
    H03: { email: 'ann@corp.example', tenantId, providerIds: [] },
    H04: { email: 'ann@corp.example', tenantId, providerIds: ['evil.test'] },
    // The address holds '<' and space escaped, and nothing unescapes them.
    H05: { email: '%3Csvg%20onload=alert(1)%3E@x', tenantId, providerIds: ['google.com'] },
    H06: { tenantId, providerIds: ['google.com'] },
    H07: { tenantId, providerIds: ['google.com'] },
    H08: { email: 'ann@corp.example', tenantId, providerIds: ['google.com'] },
    H09: { tenantId, providerIds: ['google.com'] },
    H10: null,
  }

  it.each(hints)('%s: %s %j, %s (D7)', (id, _decision, hash) => {
    expect(hintOf(hash)).toEqual(kept[id])
  })

  it('speaks for accounts of the project too (B2, H7)', () => {
    expect(hintOf('#hint=ann@corp.example;phone', null, `_${projectId}`)).toEqual({
      email: 'ann@corp.example',
      tenantId: null,
      providerIds: ['phone'],
    })
  })

  it('comes from the history entry of a tenant chosen in the page, before the hash', () => {
    const selectedTenantInfo = { tenantId, email: 'bo@corp.example', providerIds: [' phone ', 7] }
    expect(hintOf('#hint=ann@corp.example;', { state: 'signIn', selectedTenantInfo })).toEqual({
      email: 'bo@corp.example',
      tenantId,
      providerIds: ['phone'],
    })
  })

  it('of another tenant is dropped whole (D7)', () => {
    const selectedTenantInfo = { tenantId: 'Beta-k9j8h', email: 'bo@corp.example' }
    expect(hintOf('#hint=ann@corp.example;', { state: 'signIn', selectedTenantInfo })).toBeNull()
  })

  it.each([
    null,
    'text',
    { key: 1 },
    { state: 'signIn' },
    { state: 'signIn', selectedTenantInfo: 7 },
  ])('is not hidden by the history state %j of another router', (historyState) => {
    expect(hintOf('#hint=;phone', historyState)).toEqual({ tenantId, providerIds: ['phone'] })
  })
})

it('every refusal has its binding message (D1, D2, D3, D4, D6, D8)', () => {
  expect(refuseDomain('https://x.example').message).toBe('Unauthorized domain: https://x.example')
  expect(refusalWords('unauthorized-domain')).toBe('Unauthorized domain: ')
  expect(refuse('mismatching-project-numbers').message).toBe('Mismatching project numbers')
})
