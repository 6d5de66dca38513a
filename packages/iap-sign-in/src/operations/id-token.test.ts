import { expect, it } from 'vitest'
import { createFreshIdToken } from './id-token.ts'
import { MemoryBrowser } from '../testing/memory-browser.ts'
import { MemoryUser } from '../testing/memory-identity.ts'

function scene(tokenAge: number) {
  // Tokens have their time in whole seconds.
  const { now } = new MemoryBrowser('https://login.example.com/').runtime.clock
  const user = new MemoryUser({ now, tokenAge })
  return { user, freshIdToken: createFreshIdToken(now) }
}

it.each([
  [0, 'project token 1'],
  [120_000, 'project token 1'],
  [121_000, 'project token 2'],
  [-30_000, 'project token 1'],
  [-31_000, 'project token 2'],
])('for a token %i ms old, the fresh ID token is %s (H3, C5a)', async (age, token) => {
  const { user, freshIdToken } = scene(age)
  expect(await freshIdToken(user)).toBe(token)
})

it('a fresh ID token costs one refresh, even if it is requested several times', async () => {
  const { user, freshIdToken } = scene(600_000)
  const [early, late] = await Promise.all([freshIdToken(user), freshIdToken(user)])
  expect([early, late, await freshIdToken(user)]).toEqual(Array(3).fill('project token 2'))
  expect(user.refreshes).toBe(1)
})

it('a token that the page has refreshed meanwhile is used', async () => {
  const { user, freshIdToken } = scene(600_000)
  await freshIdToken(user)
  await user.getIdToken(true)
  expect(await freshIdToken(user)).toBe('project token 3')
})

it('a token without a time is refreshed', async () => {
  const { user, freshIdToken } = scene(0)
  user.getIdTokenResult = async () => ({ token: 'old', issuedAtTime: 'never' })
  expect(await freshIdToken(user)).toBe('project token 2')
})
