import { afterEach, expect, it, vi } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createTenantChoice } from './tenant-choice.ts'

afterEach(() => history.replaceState(null, '', '/'))

const at = (search: string): void => history.replaceState(null, '', `/${search}`)

it('a choice among companies is noted for its request only, without the state (UR-17a)', () => {
  const storage = createMemoryStorage()
  const choice = createTenantChoice(window, storage)
  at('?mode=selectAuthSession&state=sealed-state')
  expect(choice.isNoted()).toBe(false)
  expect(choice.note()).toBe(true)
  at('?mode=login&tid=acme&state=sealed-state')
  expect(choice.isNoted()).toBe(true)
  at('?mode=login&tid=acme&state=another')
  expect(choice.isNoted()).toBe(false)
  expect(storage.read('foyer:choice')).not.toContain('sealed')
})

it('a choice is known until the page is left if storage is blocked', () => {
  const blocked = { read: () => null, write: () => false, remove() {} }
  const choice = createTenantChoice(window, blocked)
  at('?mode=selectAuthSession&state=one')
  expect(choice.note()).toBe(false)
  at('?mode=login&tid=acme&state=one')
  expect(choice.isNoted()).toBe(true)
  at('?mode=login&tid=acme&state=another')
  expect(choice.isNoted()).toBe(false)
  expect(createTenantChoice(window, blocked).isNoted()).toBe(false)
})

it('the choice is the entry before the buttons of a company', () => {
  const back = vi.fn<() => void>()
  const choice = createTenantChoice(
    { location: window.location, history: { state: { state: 'signIn' }, back } },
    createMemoryStorage(),
  )
  choice.open()
  expect(back).toHaveBeenCalledOnce()
})

it('after a return from a provider, the choice is opened with the same request', () => {
  const left: string[] = []
  const search = '?mode=login&tid=acme&state=a+b%2Bc&redirect_uri=https%3A%2F%2Fapp.example%2F'
  const choice = createTenantChoice(
    {
      location: { search, assign: (url) => left.push(url) },
      history: { state: null, back() {} },
    },
    createMemoryStorage(),
  )
  choice.open()
  expect(left).toEqual([
    '/?mode=selectAuthSession&state=a+b%2Bc&redirect_uri=https%3A%2F%2Fapp.example%2F',
  ])
})
