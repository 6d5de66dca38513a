import { describe, expect, it } from 'vitest'
import { isSameUser, sessionFrom } from './session.ts'

const iat = 1_800_000_000
const claims = {
  iss: 'https://securetoken.google.com/demo-proj',
  aud: 'demo-proj',
  user_id: 'u-1',
  sub: 'u-1',
  iat,
  exp: iat + 3600,
  auth_time: iat,
  firebase: { sign_in_provider: 'google.com', tenant: 'acme' },
}
const far = iat + 100_000

describe('a session from an ID token', () => {
  it('a session has the claims about the user, and none about the token', () => {
    expect(sessionFrom({ ...claims, role: 'admin' }, far).user).toEqual({
      sub: 'u-1',
      auth_time: iat,
      firebase: { sign_in_provider: 'google.com', tenant: 'acme' },
      role: 'admin',
    })
  })

  it('a session does not change the claims that it was made from', () => {
    const identities = { 'google.com': ['x'.repeat(3000)] }
    const given = { ...claims, firebase: { ...claims.firebase, identities } }
    sessionFrom(given, far)
    expect(given.firebase).toHaveProperty('identities')
    expect(given).toHaveProperty('iss')
  })

  it.each([
    ['its ID token', { exp: iat + 1800 }, far, iat + 1830],
    ['an hour, whatever the ID token says', { exp: iat + 7200 }, far, iat + 3630],
    ['the configured time', {}, iat + 600, iat + 600],
  ])('a session ends with %s', (_what, change, endsAt, expected) => {
    expect(sessionFrom({ ...claims, ...change }, endsAt).expiresAt).toBe(expected)
  })

  it('two sessions have different ids', () => {
    expect(sessionFrom(claims, far).id).not.toBe(sessionFrom(claims, far).id)
  })
})

describe('a session that is too large for a cookie', () => {
  const long = (length: number) => 'x'.repeat(length)
  const rich = (sizes: {
    attributes?: number
    identities?: number
    picture?: number
    name?: number
  }) => ({
    ...claims,
    firebase: {
      ...claims.firebase,
      sign_in_attributes: long(sizes.attributes ?? 1),
      identities: long(sizes.identities ?? 1),
    },
    picture: long(sizes.picture ?? 1),
    name: long(sizes.name ?? 1),
  })
  const kept = (given: ReturnType<typeof rich>) => {
    const { user } = sessionFrom(given, far)
    return [...Object.keys(user.firebase), ...Object.keys(user)].filter((name) =>
      ['sign_in_attributes', 'identities', 'picture', 'name'].includes(name),
    )
  }

  it.each([
    [{}, ['sign_in_attributes', 'identities', 'picture', 'name']],
    [{ attributes: 2600 }, ['identities', 'picture', 'name']],
    [{ identities: 2600 }, ['picture', 'name']],
    [{ picture: 2600 }, ['name']],
    [{ name: 2600 }, []],
  ])('with long claims %j, only those before and the long one are dropped', (sizes, names) => {
    expect(kept(rich(sizes))).toEqual(names)
  })

  it('a session up to the comfortable size keeps everything, and drops a claim above it', () => {
    const sizeOf = (given: object) => Buffer.byteLength(JSON.stringify(given))
    const fixed = sizeOf(sessionFrom(rich({}), far)) - 1
    expect(kept(rich({ attributes: 2500 - fixed }))).toHaveLength(4)
    expect(kept(rich({ attributes: 2501 - fixed }))).toHaveLength(3)
  })

  it('a session is refused if what may not be dropped fits into no cookie', () => {
    const sizeOf = (given: object) => Buffer.byteLength(JSON.stringify(given))
    const fixed = sizeOf(sessionFrom({ ...claims, role: '' }, far))
    const ofSize = (size: number) => () => sessionFrom({ ...claims, role: long(size - fixed) }, far)
    expect(ofSize(2980)().user['role']).toHaveLength(2980 - fixed)
    expect(ofSize(2981)).toThrow(expect.objectContaining({ code: 'claims-too-large' }))
  })
})

it('a session says if claims were dropped, and for which policy', () => {
  const of = (paths: string[][], extra: object = {}) =>
    sessionFrom({ ...claims, ...extra }, far, { id: 'policy-1', paths })
  const long = { picture: 'x'.repeat(3000) }
  expect(of([])).not.toHaveProperty('reducedTo')
  expect(of([], { role: 'x'.repeat(2400) })).not.toHaveProperty('reducedTo')
  expect(of([], long)).toHaveProperty('reducedTo', 'policy-1')
  expect(() => of([['picture']], long)).toThrow('do not fit into a cookie')
})

it('a claim is kept whole if the policy reads all of it, or what contains it', () => {
  const identities = { email: ['a@b.example'], 'google.com': ['x'.repeat(2600)] }
  const of = (path: string[]) => () =>
    sessionFrom({ ...claims, firebase: { ...claims.firebase, identities } }, far, {
      id: '',
      paths: [path],
    })
  for (const path of [
    ['firebase'],
    ['firebase', 'identities'],
    ['firebase', 'identities', 'google.com'],
  ])
    expect(of(path)().user.firebase['identities']).toMatchObject({
      'google.com': identities['google.com'],
    })
  expect(of(['firebase', 'identities', 'email'])().user.firebase['identities']).toEqual({
    email: ['a@b.example'],
  })
})

it('two sessions are of the same user if both the subject and the tenant are the same', () => {
  const of = (sub: string, tenant?: string) => {
    const firebase = { sign_in_provider: 'google.com', ...(tenant !== undefined && { tenant }) }
    return sessionFrom({ ...claims, sub, firebase }, far)
  }
  expect(isSameUser(of('u-1', 'acme'), of('u-1', 'acme'))).toBe(true)
  expect(isSameUser(of('u-1'), of('u-1'))).toBe(true)
  expect(isSameUser(of('u-1', 'acme'), of('u-2', 'acme'))).toBe(false)
  expect(isSameUser(of('u-1', 'acme'), of('u-1', 'globex'))).toBe(false)
  expect(isSameUser(of('u-1', 'acme'), of('u-1'))).toBe(false)
})
