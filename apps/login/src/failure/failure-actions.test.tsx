import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { Failure } from '../errors/failure.ts'
import { begin, showError } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { button, createTestPage } from '../testing/test-page.tsx'
import type { TestPage } from '../testing/test-page.tsx'

let page: TestPage

beforeEach(async () => {
  page = createTestPage()
  await page.openAt(page.signInButtons)
})

function fail(code: string, change: Partial<Failure> = {}): void {
  act(() => showError(page.store, { ...failureOf(new CodedError(code), new Date(0)), ...change }))
}
const retry = (): HTMLElement | null => screen.queryByRole('button', { name: 'Try again' })

describe('a failure beside the sign-in buttons', () => {
  it('a failure beside the sign-in buttons offers a retry if the step can be repeated (G5b)', async () => {
    fail('auth/network-request-failed', { canRetry: true })
    await userEvent.setup().click(button('Try again'))
    expect(page.pressed).toEqual(['retry'])
  })

  it('a failure beside the sign-in buttons offers no retry while the step is being repeated', () => {
    fail('auth/network-request-failed', { canRetry: true })
    act(() => begin(page.store))
    expect(retry()).toBeNull()
  })

  it('a failure beside the sign-in buttons offers no retry before it can succeed', async () => {
    const retryAt = Date.now() + 60_000
    fail('auth/too-many-requests', { retryAt, canRetry: true })
    await userEvent.setup().click(button('Try again'))
    expect(page.pressed).toEqual([])
  })

  it.each(['auth/invalid-api-key', 'auth/user-token-expired', 'invalid-argument'])(
    'a failure beside the sign-in buttons has a link to the application if nothing else helps: %s',
    (code) => {
      fail(code)
      const way = screen.getByRole('link', { name: 'Go to Acme Portal' })
      expect(way.getAttribute('href')).toBe(demoConfig.productURL)
      expect(retry()).toBeNull()
    },
  )

  it('a failure beside the sign-in buttons does not offer another method itself', () => {
    fail('auth/operation-not-allowed')
    expect(retry()).toBeNull()
    expect(screen.queryByRole('link', { name: 'Go to Acme Portal' })).toBeNull()
  })
})
