import { expect, it } from 'vitest'
import { comparableEmail } from './provider-user.ts'

it.each([
  ['Ann@Corp.Example', 'ann@corp.example'],
  [`${'a'.repeat(252)}@b`, `${'a'.repeat(252)}@b`],
  [`${'a'.repeat(253)}@b`, null],
  ['ann', null],
  ['a@b@c', null],
  ['a b@corp.example', null],
  ['\u212Aemal@acme.example', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the email address %j is compared as %j', (email, comparable) => {
  expect(comparableEmail(email)).toBe(comparable)
})
