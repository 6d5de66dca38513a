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
  ['/health/', '/'],
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
  '/ADMIN/open/x',
  '/%EF%BC%A1dmin/users',
  '/%E2%93%90dmin/users',
  '/\u{FF21}dmin',
])('the path %s is ambiguous, because an application could read it as another', (path) => {
  expect(found(path)).toBe('ambiguous')
})

it('a path that is encoded more often than any application decodes it is ambiguous', () => {
  expect(found(`/x${'%25'.padEnd(20_000, '25')}`)).toBe('ambiguous')
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
