import type { PathRule } from '@foyer/contract/access-policy'
import { expect, it } from 'vitest'
import { findPathRule } from './path-rules.ts'

const paths = ['/', '/health', '/admin/', '/admin/open/', '/files/v1.2/']
const rules: PathRule[] = paths.map((path) => ({ path }))

const found = (path: string, among = rules) => {
  const rule = findPathRule(among, path)
  return typeof rule === 'string' ? rule : rule.path
}

it.each([
  ['/', '/'],
  ['/x', '/'],
  ['/health', '/health'],
  ['/healthy', '/'],
  ['/admin', '/admin/'],
  ['/admin/', '/admin/'],
  ['/admin/users/7', '/admin/'],
  ['/administration', '/'],
  ['/admin/open', '/admin/open/'],
  ['/admin/open/x', '/admin/open/'],
  ['/files/v1.2/a;b', '/files/v1.2/'],
  ['/%C3%A9t%C3%A9/x%20y', '/'],
  ['/a%FFb', '/'],
  ['/A/B;c=d/E.', '/'],
  ['/admin/12:30/a:$b', '/admin/'],
])('the path %s has the rule of %s', (path, rule) => {
  expect(found(path)).toBe(rule)
})

it.each([
  '/Admin/users',
  '/ADMIN',
  '/%61dmin/',
  '/%2561dmin/',
  '/%252561dmin/',
  '/admin;x=1/users',
  '/admin;/open/x',
  '/admin./users',
  '/admin%20/users',
  '/admin%2Fusers',
  '/admin%5Cusers',
  '/admin//open/x',
  '/Health',
  '/health;x',
  '/health::$DATA',
  '/admin:$i30:$INDEX_ALLOCATION/users',
  '/admin%3A%24I30%3a$Index_Allocation/users',
  '/ADMIN/open/x',
  '/%EF%BC%A1dmin/users',
  '/%E2%93%90dmin/users',
  '/\u{FF21}dmin',
  '/health/',
  '/x/%252e%252e/admin/users',
  '/x/..%3b/admin/users',
  '/x/..%20/admin/users',
  '/x/..%255cadmin',
  '/x/%252e/y',
  '/adm%C4%B1n/users',
  '/adm%C4%B0n/users',
  '/adm%C3%ADn/users',
  '/adm%C2%ADin/users',
  '/admin+/users',
  '/%2509admin/users',
  '/health%3fx',
  '/health%2523',
  '/health%2500.js',
  '/%c1%a1dmin/users',
  '/%25e0%2581%25a1dmin/users',
  '/%u0061dmin/users',
  '/%EF%BC%8561dmin/users',
  '/admin%E2%80%8B%3b%FF/users',
])('the path %s is ambiguous, because an application could read it as another', (path) => {
  expect(found(path)).toBe('ambiguous')
})

it('a path with more than a thousand characters beyond ASCII is ambiguous, because folding it takes long', () => {
  const long = (letter: string, times: number) =>
    found(`/x${encodeURIComponent(letter).repeat(times)}`)
  for (const letter of ['ş', '\u0300\u0316', '\uFDFA'])
    expect(long(letter, 1_100)).toBe('ambiguous')
  for (const letter of ['ş', '\u0300\u0316']) expect(long(letter, 400)).not.toBe('ambiguous')
  expect(found(`/x${'%61'.repeat(1_100)}`)).not.toBe('ambiguous')
})

it('a path that is encoded more often than any application decodes it is ambiguous', () => {
  expect(found(`/x${'%25'.padEnd(20_000, '25')}`)).toBe('ambiguous')
})

it('a long path is compared in a short time', () => {
  const startedAt = process.cpuUsage()
  for (const part of ['.', '.x', '%20', ';', '/', '%2e', '%ff', '+']) {
    for (let count = 0; count < 10; count += 1)
      found(`/${part.repeat(16_000 / part.length)}x${count}`)
  }
  expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(1000)
})

it('a path without a rule has none, in any spelling', () => {
  const only: PathRule[] = [{ path: '/app/' }]
  expect(found('/', only)).toBe('none')
  expect(found('/other', only)).toBe('none')
  expect(found('/App/', only)).toBe('ambiguous')
})

it('a rule may be written in capitals', () => {
  const only: PathRule[] = [{ path: '/API/' }]
  expect(found('/API/x', only)).toBe('/API/')
  expect(found('/api/x', only)).toBe('ambiguous')
})
