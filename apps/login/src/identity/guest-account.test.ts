import { expect, it } from 'vitest'
import { guestIn, mailboxIn } from './guest-account.ts'

it.each([
  ['can_acme.example#EXT#@dir.onmicrosoft.com', 'dir.onmicrosoft.com', 'can@acme.example'],
  ['can_acme.example#ext#@dir.onmicrosoft.com', 'dir.onmicrosoft.com', 'can@acme.example'],
  [
    'can_demir_acme.example#EXT#@dir.onmicrosoft.com',
    'dir.onmicrosoft.com',
    'can_demir@acme.example',
  ],
  ['can#EXT#@dir.onmicrosoft.com', 'dir.onmicrosoft.com', null],
  ['_#EXT#@dir.onmicrosoft.com', 'dir.onmicrosoft.com', null],
])(
  '%s is a guest, and their own email address is shown if it is known',
  (email, directory, address) => {
    expect(guestIn(email)).toEqual({ directory, address })
    expect(mailboxIn(email)).toBeNull()
  },
)

it.each(['can@acme.example', 'can_demir@acme.example', 'a#b@acme.example', 'ext@acme.example'])(
  '%s is an email address, not a guest',
  (email) => {
    expect(guestIn(email)).toBeNull()
    expect(mailboxIn(email)).toBe(email)
  },
)

it('a missing email is neither a guest nor an email address', () => {
  expect([guestIn(null), guestIn(undefined), mailboxIn(null)]).toEqual([null, null, null])
})
