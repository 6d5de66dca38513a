import { expect, it } from 'vitest'
import { signCookie, subjectOf } from './signed-cookie.ts'

const cookie = signCookie('visitor-1', 'secret')

it('knows whom it signed a cookie for, among others', () => {
  expect(subjectOf(`theme=dark; ${cookie}; x=1`, 'secret')).toBe('visitor-1')
})

it.each([
  ['', 'secret'],
  [cookie, 'another secret'],
  [`${cookie.slice(0, -2)}xx`, 'secret'],
  [cookie.replace('session=', 'session=A'), 'secret'],
])('knows nobody by %s and %s', (cookies, secret) => {
  expect(subjectOf(cookies, secret)).toBeNull()
})
