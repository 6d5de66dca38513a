import { FirebaseError } from 'firebase/app'
import { AuthErrorCodes } from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { explainedCodes } from '../errors/error-table.ts'
import { unexplainedCodes } from '../errors/unexplained-codes.ts'
import { translateAuthError } from './translate-auth-error.ts'

describe('errors of the identity SDK', () => {
  it('keep their code and lose their text (UR-18)', () => {
    const error = translateAuthError(new FirebaseError('auth/user-disabled', 'Firebase: disabled'))
    expect(error.code).toBe('auth/user-disabled')
    expect(error.message).not.toContain('Firebase')
  })

  it('tell a blocking function’s refusal from an internal error, whatever JSON it holds (AC-04)', () => {
    const message = 'Firebase: HTTP Cloud Function: BLOCKING_FUNCTION_ERROR_RESPONSE : {"error":{'
    expect(translateAuthError(new FirebaseError('auth/internal-error', message)).code).toBe(
      'blocked-by-administrator',
    )
  })

  it('pass through when they are ours already', () => {
    expect(translateAuthError(new CodedError('redirect-result-timeout')).code).toBe(
      'redirect-result-timeout',
    )
  })

  it.each([...new Set(Object.values(AuthErrorCodes))])('%s is one of our list (G4)', (code) => {
    expect([...explainedCodes, ...unexplainedCodes]).toContain(code)
  })
})
