import { describe, expect, it } from 'vitest'
import {
  refusalMessage,
  refuse,
  refuseDomain,
  type Refusal,
  SignInError,
} from '../errors/sign-in-error.ts'
import { parseSignInRequest, type SignInRequest } from './sign-in-request.ts'
import {
  apiKeys,
  hints,
  hostileProject,
  modes,
  states,
  tids,
} from '../testing/hostile-parameters.ts'

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
  return parseUrl(`?${query}${hash}`, historyState)
}

function parseUrl(path: string, historyState: unknown = null): SignInRequest {
  const url = new URL(path, hostileProject.loginOrigin)
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
  ])('the parameter %s, %s: %s %j, %s', (name, _id, decision, value) => {
    const refusal = refusalOf(() => parse({ ...proper, [name]: value }))
    expect(refusal === 'accepted').toBe(decision === 'accept')
  })
})

describe('a request', () => {
  it('a request is read with its mode, API key, tenant, redirect URL, state, language and hint (A10)', () => {
    const request = parse({ ...proper, hl: 'tr' }, '#hint=ann@corp.example;google.com,phone')
    expect(request).toEqual({
      mode: 'login',
      apiKey,
      tid: 'Acme-x1y2z',
      returnPath: { redirectUri: 'https://gate.example.com/cb', state: 'sealed' },
      languageCode: 'tr',
      hint: {
        email: 'ann@corp.example',
        tenantId: 'Acme-x1y2z',
        providerIds: ['google.com', 'phone'],
      },
      search: expect.any(String),
    })
  })

  it.each<[Refusal, Record<string, string>]>([
    ['invalid-api-key', { apiKey: '' }],
    ['invalid-request', { tid: '' }],
    ['invalid-request', { mode: 'reauth', tid: '' }],
    ['mismatching-tenant', { tid: 'Other-a1b2c' }],
    ['mismatching-project-numbers', { tid: '_abc' }],
    ['invalid-request', { tid: '1_' }],
    ['mismatching-project-numbers', { tid: '_' }],
    ['mismatching-project-numbers', { tid: '__proto__' }],
    ['invalid-mode', { mode: 'LOGIN' }],
    ['invalid-mode', { mode: 'toString' }],
  ])('the refusal is %s for a request with %o', (refusal, change) => {
    expect(refusalOf(() => parse({ ...proper, ...change }))).toBe(refusal)
  })

  it.each<[string, Record<string, string>, string]>([
    ['Invalid request', { state: '' }, 'D1a'],
    ['Invalid request', { redirect_uri: '' }, 'D1a'],
    ['Invalid request', { mode: 'reauth', state: '' }, 'D1b'],
    ['Invalid request', { mode: 'reauth', redirect_uri: '' }, 'D1b'],
    ['Invalid request', { mode: 'selectAuthSession', state: '' }, 'D1c'],
    ['Invalid request', { mode: 'selectAuthSession', redirect_uri: '' }, 'D1c'],
    ['Invalid request', { mode: 'signout', state: '' }, 'D1d'],
    ['Invalid project', { apiKey: 'another' }, 'D2a'],
    ['Mismatching project numbers', { tid: '_999' }, 'D3a'],
    ['Invalid URL', { redirect_uri: 'http://gate.example.com/cb' }, 'D4a'],
    ['Invalid mode', { mode: '' }, 'D6a'],
    ['Invalid mode', { mode: 'unknown' }, 'D6a'],
  ])('the refusal message is "%s" for a request with %o (%s)', (words, change) => {
    expect(() => parse({ ...proper, ...change })).toThrow(new RegExp(`^${words}$`))
  })

  it.each([
    ['mode', 'invalid-mode'],
    ['apiKey', 'invalid-api-key'],
    ['tid', 'invalid-request'],
    ['redirect_uri', 'invalid-request'],
    ['state', 'invalid-request'],
  ])('a request without %s is refused: %s', (name, refusal) => {
    const { [name]: _left, ...others } = proper as Record<string, string>
    expect(refusalOf(() => parse(others))).toBe(refusal)
  })

  it('a sign-out request needs neither a redirect URL nor a state (D1d)', () => {
    const request = parse({ mode: 'signout', apiKey })
    expect(request).toMatchObject({ mode: 'signout', returnPath: null })
  })

  it.each([
    { mode: 'signout', redirect_uri: '', state: '', tid: '' },
    { mode: 'signout', redirect_uri: '', state: 'unused' },
    { mode: 'signout', tid: '' },
    { mode: 'selectAuthSession', tid: '' },
    { mode: 'reauth' },
    { tid: `_${projectId}` },
  ])('a request with %o is accepted', (change) => {
    expect(refusalOf(() => parse({ ...proper, ...change }))).toBe('accepted')
  })

  it('any well-formed key and tenant is accepted if the page lists none', () => {
    const url = new URL(`${hostileProject.loginOrigin}/?${new URLSearchParams(proper)}`)
    url.searchParams.set('tid', 'acme-x1y2z')
    url.searchParams.set('apiKey', 'any')
    expect(parseSignInRequest(url, null, {})).toMatchObject({ apiKey: 'any', tid: 'acme-x1y2z' })
  })

  it.each(['a b', 'é', 'aé', 'éa', 'k'.repeat(257)])(
    'the API key %j is refused even if the page lists none',
    (key) => {
      const url = new URL(
        `/?${new URLSearchParams({ ...proper, apiKey: key })}`,
        'https://a.example',
      )
      expect(refusalOf(() => parseSignInRequest(url, null, {}))).toBe('invalid-api-key')
    },
  )
})

describe('decoding', () => {
  it.each([
    ['ab%2Bcd%3D%3D', 'ab+cd=='],
    ['a%252Fb%2520c', 'a%2Fb%20c'],
    ['ab+cd', 'ab cd'],
  ])('the state %s is decoded once, to %s (UR-14)', (text, state) => {
    expect(parseUrl(query(`tid=Acme-x1y2z&state=${text}`)).returnPath?.state).toBe(state)
  })

  it.each(['tid=%', 'tid=%25ba', 'tid=Acme-x1y2z&state=%E0%A4%A', '%2', 'tid=Acme-x1y2z&state=%'])(
    'a request with the malformed escape %s is refused without an uncaught error',
    (text) => {
      const outcome = refusalOf(() => parseUrl(query(text)))
      // A single percent sign is visible text. Only the redirect server can validate the state.
      expect(outcome).toBe(text.endsWith('state=%') ? 'accepted' : 'invalid-request')
    },
  )

  /** The outcomes for a request that has the same value twice, and for one that has two values. */
  const repeated = (name: keyof typeof proper) => {
    const base = `?${new URLSearchParams(proper)}`
    const same = `${base}&${name}=${encodeURIComponent(proper[name])}`
    return [same, `${base}&${name}=other`].map((url) => refusalOf(() => parseUrl(url)))
  }

  it.each([
    ['apiKey', 'UR-15d'],
    ['redirect_uri', 'UR-15e'],
  ] as const)(
    'a repeated %s is accepted with one value and refused with two values (%s)',
    (name, _id) => {
      expect(repeated(name)).toEqual(['accepted', 'invalid-request'])
    },
  )

  it('a repeated mode is accepted with one value and refused with two values', () => {
    expect(repeated('mode')).toEqual(['accepted', 'invalid-request'])
  })

  it('a repeated tid is accepted with one value and refused with two values (UR-15b)', () => {
    expect(repeated('tid')).toEqual(['accepted', 'invalid-request'])
  })

  it('a repeated state is accepted with one value and refused with two values (UR-15c)', () => {
    expect(repeated('state')).toEqual(['accepted', 'invalid-request'])
  })

  const languageOf = (text: string) =>
    parseUrl(query(`tid=Acme-x1y2z&state=s&${text}`)).languageCode

  it.each([
    ['hl=tr', 'tr'],
    ['hl=tr-TR', 'tr-TR'],
    ['hl=tr_TR', 'tr_TR'],
    ['hl=../../config', null],
    ['hl=__proto__', null],
    ['hl=en-a!b', null],
    ['hl=en%26onload=alert', null],
    ['hl=', null],
    ['', null],
  ])('the query "%s" has the language %s', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })

  it.each([
    ['hl=tr&hl=en', 'tr'],
    ['hl="><script>alert(1)</script>&hl=en', 'en'],
  ])('the query "%s" has the first well-formed language, %s (UR-15a)', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })

  it('a state of 9,000 characters is accepted (UR-17b)', () => {
    const state = 'x'.repeat(9_000)
    expect(parse({ ...proper, state }).returnPath?.state).toBe(state)
  })

  it('a state of more than 10,000 characters is refused (UR-17c)', () => {
    expect(refusalOf(() => parse({ ...proper, state: 'x'.repeat(10_000) }))).toBe('accepted')
    expect(() => parse({ ...proper, state: 'x'.repeat(10_001) })).toThrow('Invalid request')
  })
})

describe('the hint', () => {
  const hintOf = (hash: string, historyState: unknown = null, tid: string = proper.tid) => {
    const request = parse({ ...proper, tid }, hash, historyState)
    return 'hint' in request ? request.hint : undefined
  }

  // In a refused row, only the invalid part of the hint is dropped, and the page works.
  const tenantId = proper.tid
  const kept: Record<string, unknown> = {
    H01: { email: 'ann@corp.example', tenantId, providerIds: ['google.com'] },
    H02: { tenantId, providerIds: ['phone'] },
    H03: { email: 'ann@corp.example', tenantId, providerIds: [] },
    H04: { email: 'ann@corp.example', tenantId, providerIds: ['evil.test'] },
    // The URL has '<' and the space escaped, and the hint is not decoded.
    H05: { email: '%3Csvg%20onload=alert(1)%3E@x', tenantId, providerIds: ['google.com'] },
    H06: { tenantId, providerIds: ['google.com'] },
    H07: { tenantId, providerIds: ['google.com'] },
    H08: { email: 'ann@corp.example', tenantId, providerIds: ['google.com'] },
    H09: { tenantId, providerIds: ['google.com'] },
    H10: null,
  }

  it.each(hints)('the hint %s: %s %j, %s', (id, _decision, hash) => {
    expect(hintOf(hash)).toEqual(kept[id])
  })

  it.each(['ann', '@corp.example', 'ann@', 'a@b@corp.example', '@'])(
    'the hint has no email %s, which does not have the form text@text (D7a)',
    (email) => {
      expect(hintOf(`#hint=${email};google.com`)).toEqual({ tenantId, providerIds: ['google.com'] })
    },
  )

  it('the hint has an email of the form text@text, and provider ids of letters, digits, "-", "_" and "." (B2)', () => {
    expect(hintOf('#hint=a@b;google.com,oidc.my-idp_2')).toEqual({
      email: 'a@b',
      tenantId,
      providerIds: ['google.com', 'oidc.my-idp_2'],
    })
  })

  it('the hint has no provider ids with any other character (D7b)', () => {
    const bad = ['a b', 'a/b', '<b>', 'a%20b', "a'b", 'a"b', 'a:b', 'a@b', 'a$b', 'é', '']
    const selectedTenantInfo = { tenantId, providerIds: ['phone', ...bad, 'oidc.x'] }
    const chosen = hintOf('', { state: 'signIn', selectedTenantInfo })
    expect(chosen).toEqual({ tenantId, providerIds: ['phone', 'oidc.x'] })
    expect(hintOf(`#hint=;${['phone', ...bad, 'oidc.x'].join()}`)).toEqual(chosen)
  })

  it('the hint may be for accounts of the project itself (H7)', () => {
    expect(hintOf('#hint=ann@corp.example;phone', null, `_${projectId}`)).toEqual({
      email: 'ann@corp.example',
      tenantId: null,
      providerIds: ['phone'],
    })
  })

  it('the hint of a tenant chosen in the page comes from the history state, not from the hash', () => {
    const selectedTenantInfo = { tenantId, email: 'bo@corp.example', providerIds: [' phone ', 7] }
    expect(hintOf('#hint=ann@corp.example;', { state: 'signIn', selectedTenantInfo })).toEqual({
      email: 'bo@corp.example',
      tenantId,
      providerIds: ['phone'],
    })
  })

  it('the hint has the email without the spaces around it', () => {
    const selectedTenantInfo = { tenantId, email: ' ann@corp.example ' }
    expect(hintOf('', { state: 'signIn', selectedTenantInfo })).toMatchObject({
      email: 'ann@corp.example',
    })
  })

  it('the hint has an email of up to 254 characters', () => {
    const email = `${'a'.repeat(252)}@b`
    expect(hintOf(`#hint=${email};`)).toMatchObject({ email })
    expect(hintOf(`#hint=a${email};`)).not.toHaveProperty('email')
  })

  it('the hint for another tenant is dropped (D7c)', () => {
    const selectedTenantInfo = { tenantId: 'Beta-k9j8h', email: 'bo@corp.example' }
    expect(hintOf('#hint=ann@corp.example;', { state: 'signIn', selectedTenantInfo })).toBeNull()
  })

  it.each([
    null,
    'text',
    { key: 1 },
    { state: 'signIn' },
    { state: 'signIn', selectedTenantInfo: 7 },
    { state: 'other', selectedTenantInfo: { tenantId: 'Acme-x1y2z', providerIds: ['google.com'] } },
  ])(
    'the hint is read from the hash despite the history state %j of another router',
    (historyState) => {
      expect(hintOf('#hint=;phone', historyState)).toEqual({ tenantId, providerIds: ['phone'] })
    },
  )
})

it.each<[Refusal, string]>([
  ['invalid-request', 'Invalid request'],
  ['invalid-project', 'Invalid project'],
  ['api-key-mismatch', 'API key mismatch'],
  ['mismatching-project-numbers', 'Mismatching project numbers'],
  ['mismatching-tenant', 'Mismatching tenant ID'],
  ['invalid-url', 'Invalid URL'],
  ['unauthorized-domain', 'Unauthorized domain: '],
  ['invalid-mode', 'Invalid mode'],
  ['cross-origin-frame', 'The page is displayed in a cross origin iframe.'],
])('the refusal %s has the specified message "%s"', (refusal, words) => {
  expect(refusalMessage(refusal)).toBe(words)
  expect(refuse(refusal).message).toBe(words)
})

it('the refusal of a domain has its name after the specified message', () => {
  expect(refuseDomain('https://x.example').message).toBe('Unauthorized domain: https://x.example')
})
