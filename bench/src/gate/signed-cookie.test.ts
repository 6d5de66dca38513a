import { expect, it } from 'vitest'
import { signCookie, subjectOf } from './signed-cookie.ts'

const cookie = signCookie('user-1', 'secret')

it('the subject of a signed cookie is found among other cookies', () => {
  expect(subjectOf(`theme=dark; ${cookie}; x=1`, 'secret')).toBe('user-1')
})

it.each([
  ['', 'secret'],
  [cookie, 'another secret'],
  [`${cookie.slice(0, -2)}xx`, 'secret'],
  [cookie.replace('session=', 'session=A'), 'secret'],
])('no user is accepted from the cookies %s with the key %s', (cookies, secret) => {
  expect(subjectOf(cookies, secret)).toBeNull()
})
