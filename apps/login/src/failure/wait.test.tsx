import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import { I18nProvider } from '../language/use-translation.tsx'
import { createI18n } from '../language/i18n.ts'
import { Wait } from './wait.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

async function open(language: 'en' | 'tr', seconds: number) {
  const i18n = await createI18n(language, () => Promise.resolve(Response.json(turkishSignIn)))
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <Wait until={Date.now() + seconds * 1000} />
    </I18nProvider>,
  )
  return {
    heard: () => container.querySelector('.visually-hidden')?.textContent,
    seen: () => container.querySelector('[aria-hidden]')?.textContent,
  }
}

it('a wait is counted down on the screen, and announced once to screen readers', async () => {
  const { heard, seen } = await open('en', 42)
  expect(heard()).toBe('You can try again in 42 seconds.')
  act(() => void vi.advanceTimersByTime(2_000))
  expect(seen()).toBe('You can try again in 40 seconds.')
  expect(heard()).toBe('You can try again in 42 seconds.')
  act(() => void vi.advanceTimersByTime(40_000))
  expect(screen.queryByText(/try again/)).toBeNull()
})

it.each([
  ['en', 91, 'You can try again in 2 minutes.'],
  ['tr', 596, '10 dakika sonra yeniden deneyebilirsiniz.'],
  ['en', 90, 'You can try again in 90 seconds.'],
] as const)('in %s a wait of %i seconds reads "%s"', async (language, seconds, text) => {
  expect((await open(language, seconds)).seen()).toBe(text)
})
