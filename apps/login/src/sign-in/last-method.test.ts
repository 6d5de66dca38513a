import type { Page } from '@foyer/iap-sign-in'
import { expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createLastMethod, keepOnLeaving } from './last-method.ts'

it('the last used method is stored when the sign-in is complete, and not before', () => {
  const storage = createMemoryStorage()
  const lastMethod = createLastMethod(storage)
  lastMethod.note('google.com')
  expect(lastMethod.recall()).toBeNull()
  lastMethod.keep()
  expect(createLastMethod(storage).recall()).toBe('google.com')
})

it.each(['custom', null, undefined])(
  'a sign-in with %s, which has no button, does not change the last used method',
  (providerId) => {
    const storage = createMemoryStorage()
    storage.write('foyer:last-method', 'phone')
    const lastMethod = createLastMethod(storage)
    lastMethod.note(providerId)
    lastMethod.keep()
    expect(lastMethod.recall()).toBe('phone')
  },
)

it('the sign-in is complete when the engine leaves the page for the application', () => {
  const lastMethod = createLastMethod(createMemoryStorage())
  const remembered: [string, string | null][] = []
  const kept: string[] = []
  const page = keepOnLeaving(
    {
      url: () => new URL('https://login.example/?tid=acme'),
      assign: (url) => remembered.push([url, lastMethod.recall()]),
    } as Partial<Page> as Page,
    lastMethod,
    { keep: (search) => kept.push(`tenant ${search}`) },
    { keep: (search) => kept.push(`account ${search}`) },
  )
  lastMethod.note('phone')
  page.assign('https://app.example/')
  expect(remembered).toEqual([['https://app.example/', 'phone']])
  expect(kept).toEqual(['tenant ?tid=acme', 'account ?tid=acme'])
})
