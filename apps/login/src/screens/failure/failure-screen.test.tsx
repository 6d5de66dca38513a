import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../../errors/coded-error.ts'
import { failureOf } from '../../errors/failure.ts'
import { complain, show } from '../../sign-in/store.ts'
import type { Screen } from '../../sign-in/store.ts'
import { demoConfig } from '../../testing/demo-config.ts'
import { button, createTestPage } from '../../testing/test-page.tsx'
import type { TestPage } from '../../testing/test-page.tsx'

let page: TestPage

beforeEach(() => {
  page = createTestPage()
})

describe('failure screen', () => {
  const failed = (code: string): Screen => ({
    name: 'failure',
    failure: failureOf(new CodedError(code), new Date(0)),
    tryAgain: () => page.pressed.push('again'),
    signOut: () => page.pressed.push('sign out'),
  })

  it.each([
    ['unavailable', 'Try again', 'again'],
    ['auth/user-disabled', 'Back to sign-in options', 'again'],
    ['restart-process', 'Start again', 'again'],
    ['sent-back', 'Sign out', 'sign out'],
  ])('about %s offers: %s', async (code, name, effect) => {
    await page.openAt(failed(code))
    await userEvent.setup().click(button(name))
    expect(page.pressed).toEqual([effect])
  })

  it.each(['no-request', 'invalid-request', 'auth/user-token-expired'])(
    'about %s leads to the application alone',
    async (code) => {
      await page.openAt(failed(code))
      const way = screen.getByRole('link', { name: 'Go to your application' })
      expect(way.getAttribute('href')).toBe(demoConfig.productURL)
      expect(screen.queryByRole('button')).toBeNull()
    },
  )

  it('in a foreign frame opens the same request in its own window (D8)', async () => {
    await page.openAt(failed('cross-origin-frame'))
    const way = screen.getByRole('link', { name: 'Open in its own window' })
    expect(way.getAttribute('href')).toBe(window.location.href)
    expect(way.getAttribute('target')).toBe('_blank')
  })

  it('names the host that is not set up, and nothing else of the address (UR-22)', async () => {
    await page.openAt(failed('unauthorized-domain'))
    expect(screen.getByRole('alert').textContent).toContain(`through ${window.location.host} is`)
  })

  it('needs no config to speak and to try again (NW-01)', async () => {
    show(page.store, failed('config-unavailable'))
    await page.open('tr')
    expect(screen.getByRole('heading', { name: 'Bir şeyler ters gitti!' })).toBeTruthy()
    expect(button('Tekrar dene')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('without the Turkish file of words (A14, NW-02)', () => {
  it('marks the Turkish that is left as such on the English page', async () => {
    show(page.store, {
      name: 'failure',
      failure: failureOf(new CodedError('config-unavailable'), new Date(0)),
      tryAgain() {},
      signOut() {},
    })
    await page.open('tr', 'sign-in', () => Promise.resolve(new Response('', { status: 404 })))
    const heading = screen.getByRole('heading', { name: 'Bir şeyler ters gitti!' })
    expect(heading.closest('[lang]')?.getAttribute('lang')).toBe('tr')
    act(() => show(page.store, page.signInButtons))
    expect(button('Continue with Google').closest('[lang]')).toBeNull()
    act(() => complain(page.store, failureOf(new CodedError('unavailable'), new Date(0))))
    expect(screen.getByRole('alert').getAttribute('lang')).toBe('tr')
  })
})
