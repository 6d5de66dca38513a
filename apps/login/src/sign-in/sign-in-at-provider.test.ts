import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { signInAtProvider } from './sign-in-at-provider.ts'

const wish = {
  method: 'google.com',
  flow: 'popup',
  loginHint: null,
  languageCode: 'tr',
} as const

let identity: InMemoryIdentity
let isNewest: boolean

beforeEach(() => {
  identity = createInMemoryIdentity('demo-api-key')
  isNewest = true
})

const signIn = (flow: 'popup' | 'redirect') =>
  signInAtProvider(identity.authOf(null), { ...wish, flow }, () => isNewest)

const fails = (code: string) => () => Promise.reject(new CodedError(code))
const flows = () => identity.wishes.map(({ flow }) => flow)

describe('a pop-up', () => {
  it('that opens signs in', async () => {
    const user = userOf(null)
    identity.outcomes.push(() => Promise.resolve({ user }))
    await expect(signIn('popup')).resolves.toEqual({ user })
    expect(flows()).toEqual(['popup'])
  })

  it('that the browser blocks gives way to a redirect by itself (RD-05)', async () => {
    const user = userOf(null)
    identity.outcomes.push(fails('auth/popup-blocked'), () => Promise.resolve({ user }))
    await expect(signIn('popup')).resolves.toEqual({ user })
    expect(identity.wishes).toEqual([wish, { ...wish, flow: 'redirect' }])
  })

  it('that is blocked takes nobody away who has picked something else meanwhile', async () => {
    identity.outcomes.push(fails('auth/popup-blocked'))
    const outcome = signIn('popup')
    isNewest = false
    await expect(outcome).rejects.toMatchObject({ code: 'auth/popup-blocked' })
    expect(flows()).toEqual(['popup'])
  })

  it.each(['auth/popup-closed-by-user', 'auth/network-request-failed'])(
    'that fails otherwise is not repeated (%s)',
    async (code) => {
      identity.outcomes.push(fails(code))
      await expect(signIn('popup')).rejects.toMatchObject({ code })
      expect(flows()).toEqual(['popup'])
    },
  )
})

it('a redirect that fails is not repeated', async () => {
  identity.outcomes.push(fails('auth/popup-blocked'))
  await expect(signIn('redirect')).rejects.toMatchObject({ code: 'auth/popup-blocked' })
  expect(flows()).toEqual(['redirect'])
})
