import { expect, it } from 'vitest'
import { refusalCodeOf } from './service-refusal.ts'

const refusedWith = (message: string) => refusalCodeOf(400, { error: { message } })

it('only a sign-in method that is not allowed is refused for the region of a phone number', () => {
  expect(refusedWith('OPERATION_NOT_ALLOWED : This REGION is not enabled.')).toBe(
    'sms-region-not-allowed',
  )
  expect(refusedWith('OPERATION_NOT_ALLOWED : The provider is disabled.')).toBeNull()
  expect(refusedWith('QUOTA_EXCEEDED : No more messages to this region today.')).toBeNull()
})

it('only a captcha of a page whose host is not listed is refused for the domain', () => {
  const listed = refusedWith('CAPTCHA_CHECK_FAILED : Recaptcha verification failed - EXPIRED')
  expect(refusedWith('CAPTCHA_CHECK_FAILED : Hostname match not found')).toBe(
    'auth/unauthorized-domain',
  )
  expect(listed).toBeNull()
})

it('only what a blocking function has answered is a refusal by the administrator', () => {
  expect(refusedWith('BLOCKING_FUNCTION_ERROR_RESPONSE : No')).toBe('blocked-by-administrator')
  expect(refusedWith('INTERNAL_ERROR : BLOCKING_FUNCTION_ERROR_RESPONSE')).toBeNull()
})
