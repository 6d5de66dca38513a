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
  '%s is a guest, whose own address is told as far as it is known',
  (email, directory, address) => {
    expect(guestIn(email)).toEqual({ directory, address })
    expect(mailboxIn(email)).toBeNull()
  },
)

it.each(['can@acme.example', 'can_demir@acme.example', 'a#b@acme.example', 'ext@acme.example'])(
  '%s is a mailbox',
  (email) => {
    expect(guestIn(email)).toBeNull()
    expect(mailboxIn(email)).toBe(email)
  },
)

it('no address is neither', () => {
  expect([guestIn(null), guestIn(undefined), mailboxIn(null)]).toEqual([null, null, null])
})
