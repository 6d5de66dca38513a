import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { signInAtProvider } from './sign-in-at-provider.ts'

const options = {
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
  signInAtProvider(identity.authOf(null), { ...options, flow }, () => isNewest)

const fails = (code: string) => () => Promise.reject(new CodedError(code))
const flows = () => identity.signIns.map(({ flow }) => flow)

describe('a pop-up', () => {
  it('a pop-up that opens signs in', async () => {
    const user = userOf(null)
    identity.outcomes.push(() => Promise.resolve({ user }))
    await expect(signIn('popup')).resolves.toEqual({ user })
    expect(flows()).toEqual(['popup'])
  })

  it('a pop-up that the browser blocks is replaced by a redirect (RD-05b)', async () => {
    const user = userOf(null)
    identity.outcomes.push(fails('auth/popup-blocked'), () => Promise.resolve({ user }))
    await expect(signIn('popup')).resolves.toEqual({ user })
    expect(identity.signIns).toEqual([options, { ...options, flow: 'redirect' }])
  })

  it('a blocked pop-up does not redirect if the user has chosen another method meanwhile', async () => {
    identity.outcomes.push(fails('auth/popup-blocked'))
    const outcome = signIn('popup')
    isNewest = false
    await expect(outcome).rejects.toMatchObject({ code: 'auth/popup-blocked' })
    expect(flows()).toEqual(['popup'])
  })

  it.each(['auth/popup-closed-by-user', 'auth/network-request-failed'])(
    'a pop-up that fails for another reason is not repeated (%s)',
    async (code) => {
      identity.outcomes.push(fails(code))
      await expect(signIn('popup')).rejects.toMatchObject({ code })
      expect(flows()).toEqual(['popup'])
    },
  )
})

describe('a redirect from a tab that can store nothing', () => {
  it('a redirect in a tab that can store nothing is replaced by a pop-up', async () => {
    const user = userOf(null)
    identity.outcomes.push(fails('auth/web-storage-unsupported'), () => Promise.resolve({ user }))
    await expect(signIn('redirect')).resolves.toEqual({ user })
    expect(flows()).toEqual(['redirect', 'popup'])
  })

  it.each([
    ['redirect', 'auth/web-storage-unsupported', 'auth/popup-blocked'],
    ['redirect', 'auth/web-storage-unsupported', 'auth/internal-error'],
    ['popup', 'auth/popup-blocked', 'auth/web-storage-unsupported'],
  ] as const)(
    'if both flows fail in a tab that can store nothing, blocked storage is reported (%s: %s, %s)',
    async (flow, first, second) => {
      identity.outcomes.push(fails(first), fails(second))
      await expect(signIn(flow)).rejects.toMatchObject({ code: 'auth/web-storage-unsupported' })
    },
  )

  it('a user who closed the pop-up gets no error about storage', async () => {
    identity.outcomes.push(
      fails('auth/web-storage-unsupported'),
      fails('auth/popup-closed-by-user'),
    )
    await expect(signIn('redirect')).rejects.toMatchObject({ code: 'auth/popup-closed-by-user' })
  })
})

it('a redirect that fails is not repeated', async () => {
  identity.outcomes.push(fails('auth/popup-blocked'))
  await expect(signIn('redirect')).rejects.toMatchObject({ code: 'auth/popup-blocked' })
  expect(flows()).toEqual(['redirect'])
})
