import { expect, it } from 'vitest'
import type { User } from '../id-token/id-token-claims.ts'
import { claimHeaders } from './claim-headers.ts'

const strict = { passesUnverifiedEmail: false }
const user = (claims: object): User => ({
  sub: 'u-1',
  auth_time: 1,
  firebase: { sign_in_provider: 'saml.acme' },
  ...claims,
})

it.each<[unknown, string]>([
  ['Ayşe Yılmaz', 'Ayşe Yılmaz'],
  ['a  b', 'a  b'],
  [7, '7'],
  [false, 'false'],
  [['staff', 'admins', 7], 'staff,admins,7'],
  ['staff,admins', 'staff%2Cadmins'],
  [['staff,admins'], 'staff%2Cadmins'],
  ['100%', '100%25'],
  ['%2C', '%252C'],
  ['a\r\nx-admin: 1', 'a%0D%0Ax-admin: 1'],
  ['\u0000\u007f\u0085', '%00%7F%C2%85'],
  [' admin ', '%20admin%20'],
  [[' a', 'b '], '%20a,b%20'],
  [{ a: 1, b: 'x' }, '{"a":1%2C"b":"x"}'],
  [[{ a: 1 }, null, 'b'], '{"a":1},,b'],
])('the claim %j becomes the header value %j, in UTF-8', (claim, text) => {
  const [name, value = ''] = claimHeaders(user({ claim }), [['x-claim', ['claim']]], strict)
  expect(name).toBe('x-claim')
  expect(Buffer.from(value, 'latin1').toString('utf8')).toBe(text)
})

it.each([undefined, null, '', []])('the claim %j gives no header', (claim) => {
  expect(claimHeaders(user({ claim }), [['x-claim', ['claim']]], strict)).toEqual([])
})

it('a list of names leads to a claim inside others, and several headers keep their order', () => {
  const firebase = { sign_in_provider: 'saml.acme', sign_in_attributes: { groups: ['a', 'b'] } }
  const headers = [
    ['x-groups', ['firebase', 'sign_in_attributes', 'groups']],
    ['x-user', ['sub']],
    ['x-none', ['sub', 'length']],
  ] as const
  expect(claimHeaders(user({ firebase }), headers, strict)).toEqual([
    'x-groups',
    'a,b',
    'x-user',
    'u-1',
  ])
})

it('an email address that is not verified gives no header, unless the settings say so', () => {
  const firebase = { sign_in_provider: 'x', identities: { email: ['a@b.example'] } }
  const headers = [
    ['x-email', ['email']],
    ['x-emails', ['firebase', 'identities', 'email']],
    ['x-first', ['firebase', 'identities', 'email', '0']],
  ] as const
  const of = (isVerified: boolean | undefined, passesUnverifiedEmail: boolean) =>
    claimHeaders(user({ email: 'a@b.example', email_verified: isVerified, firebase }), headers, {
      passesUnverifiedEmail,
    })
  const all = ['x-email', 'x-emails', 'x-first'].flatMap((name) => [name, 'a@b.example'])
  expect(of(true, false)).toEqual(all)
  expect(of(false, false)).toEqual([])
  expect(of(undefined, false)).toEqual([])
  expect(of(false, true)).toEqual(all)
})

it('an email address that is not verified is in no object around it either', () => {
  const identities = { 'saml.acme': ['s-1'], email: ['a@b.example'] }
  const firebase = { identities, sign_in_provider: 'x' }
  const headers = [
    ['x-firebase', ['firebase']],
    ['x-identities', ['firebase', 'identities']],
  ] as const
  const of = (isVerified: boolean) =>
    claimHeaders(user({ email_verified: isVerified, firebase }), headers, strict).join(' ')
  expect(of(false)).toBe(
    'x-firebase {"identities":{"saml.acme":["s-1"]}%2C"sign_in_provider":"x"} x-identities {"saml.acme":["s-1"]}',
  )
  expect(of(true)).toContain('"email":["a@b.example"]')
})

it('a claim of many spaces takes a short time', () => {
  const name = `"${' '.repeat(100_000)}!`
  const startedAt = process.cpuUsage()
  claimHeaders(user({ name }), [['x-name', ['name']]], strict)
  expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(1000)
})
