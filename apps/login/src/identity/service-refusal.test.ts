import { expect, it } from 'vitest'
import { refusalCodeOf } from './service-refusal.ts'

const refusedWith = (message: string) => refusalCodeOf(400, { error: { message } })

it('OPERATION_NOT_ALLOWED is about the region of a phone number only if its text says so', () => {
  expect(refusedWith('OPERATION_NOT_ALLOWED : This REGION is not enabled.')).toBe(
    'sms-region-not-allowed',
  )
  expect(refusedWith('OPERATION_NOT_ALLOWED : The provider is disabled.')).toBeNull()
  expect(refusedWith('QUOTA_EXCEEDED : No more messages to this region today.')).toBeNull()
})

it('CAPTCHA_CHECK_FAILED is about the page’s domain only if its text says so', () => {
  const listed = refusedWith('CAPTCHA_CHECK_FAILED : Recaptcha verification failed - EXPIRED')
  expect(refusedWith('CAPTCHA_CHECK_FAILED : Hostname match not found')).toBe(
    'auth/unauthorized-domain',
  )
  expect(listed).toBeNull()
})

it('only an error of a blocking function is a refusal by the administrator', () => {
  expect(refusedWith('BLOCKING_FUNCTION_ERROR_RESPONSE : No')).toBe('blocked-by-administrator')
  expect(refusedWith('INTERNAL_ERROR : BLOCKING_FUNCTION_ERROR_RESPONSE')).toBeNull()
})
