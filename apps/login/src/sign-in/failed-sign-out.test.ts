import { expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import { ofSignOut } from './failed-sign-out.ts'

it.each([
  [
    'a request of the application that has expired',
    'restart-process',
    'SIGN_OUT_FAILED',
    'signOut',
  ],
  ['a request that is broken', 'invalid-request', 'SIGN_OUT_FAILED', 'signOut'],
  ['a store that cannot be emptied', 'no code of ours', 'SIGN_OUT_FAILED', 'retry'],
  ['a network that is gone', 'auth/network-request-failed', 'NETWORK', 'retry'],
  ['a stranger’s frame', 'cross-origin-frame', 'FRAMED', 'newWindow'],
])('a sign-out that failed because of %s (%s) is shown as %s', (_what, code, key, action) => {
  const failure = failureOf(new CodedError(code), new Date(0))
  expect(ofSignOut(failure)).toMatchObject({ key, action, reference: failure.reference })
})
