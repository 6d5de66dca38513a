import { expect, it, vi } from 'vitest'
import { watchStay } from './stay.ts'
import { createSignInStore, show } from './store.ts'
import type { Screen } from './screen.ts'

const begin = (screen: Screen) => {
  const store = createSignInStore()
  show(store, screen)
  const offerRetry = vi.fn<() => void>()
  return { store, offerRetry, stay: watchStay(store, offerRetry) }
}

it.each(['loading', 'welcome'] as const)(
  'a page that left and still shows the view %s lets the user try again',
  (name) => {
    const { offerRetry, stay } = begin({ name })
    stay()
    expect(offerRetry).toHaveBeenCalledTimes(1)
  },
)

it('a screen with a way on of its own stays as it is', () => {
  const { offerRetry, stay } = begin({ name: 'signedOut' })
  stay()
  expect(offerRetry).not.toHaveBeenCalled()
})

it('a wait that has begun since the page left is not interrupted: the user has chosen something else meanwhile', () => {
  const { store, offerRetry, stay } = begin({ name: 'signedOut' })
  show(store, { name: 'loading' })
  stay()
  const second = begin({ name: 'loading' })
  show(second.store, { name: 'loading' })
  second.stay()
  expect(offerRetry).not.toHaveBeenCalled()
  expect(second.offerRetry).not.toHaveBeenCalled()
})
