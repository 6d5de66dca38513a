import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { Identity } from '../identity/identity.ts'
import type { LinkSignIn } from '../sign-in/account-steps.ts'
import { createSignInStore } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { createAskedLinks } from '../sign-in/asked-links.ts'
import type { AskedLinks } from '../sign-in/asked-links.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createOpenedEmailLink } from './opened-email-link.ts'
import { createPendingEmailLinks } from './pending-email-link.ts'
import type { PendingEmailLinks } from './pending-email-link.ts'
import { isEmailLink, readEmailLink } from './read-email-link.ts'

const id = '7b6c2d7e-93a4-4f7e-8a6b-0f7f6b1f3a11'
const email = 'nil.kara@globex.example'
const origin = { at: 1_700_000_000, browser: 'Firefox, Windows', network: '203.0.113.7' }
const payload = { use: 'email-link', jti: id, email, tid: 'globex', origin, exp: 2_000_000_000 }

const linkOf = (content: object) =>
  `x.${btoa(JSON.stringify(content)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.y`

let store: SignInStore
let askedLinks: AskedLinks
let pending: PendingEmailLinks
let calls: string[]
let codeAnswer: () => Promise<string>
let isForgotten: boolean
let result: LinkSignIn | Error | null
let stored: () => ReturnType<Identity['storedAccounts']>
let refusal: 'refused' | 'used'

beforeEach(() => {
  store = createSignInStore()
  askedLinks = createAskedLinks(createMemoryStorage(), () => 0)
  pending = createPendingEmailLinks(createMemoryStorage(), () => 0)
  calls = []
  codeAnswer = () => Promise.resolve('123456')
  isForgotten = false
  result = null
  stored = () => Promise.resolve([])
  refusal = 'refused'
})

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

async function open(link = linkOf(payload)): Promise<void> {
  const openLink = createOpenedEmailLink({
    store,
    identity: { storedAccounts: () => stored() },
    askedLinks,
    pending,
    arrivedLink: {
      press: 'press-1',
      read: () => null,
      forget() {
        isForgotten = true
      },
    },
    accountService: {
      emailLinkCode(given) {
        calls.push(`code ${given}`)
        return codeAnswer()
      },
      async refuseEmailLink(given) {
        calls.push(`refuse ${given}`)
        return refusal
      },
    },
    tell: (error, say, retry) => say({ ...failureOf(error, new Date(0)), ...(retry && { retry }) }),
  })
  openLink(link).then(
    (signedIn) => (result = signedIn),
    (error: Error) => (result = error),
  )
  await settled()
}

async function press(name: 'useLink' | 'refuseLink'): Promise<void> {
  store.run(name)
  await settled()
}

const shown = () => store.getState().screen

describe('an opened email link', () => {
  it('in another browser it shows who has requested it, and nothing happens before a press (K6d)', async () => {
    await open()
    expect(shown()).toEqual({
      name: 'openedEmailLink',
      email,
      origin,
      use: { name: 'elsewhere' },
    })
    expect(calls).toEqual([])
  })

  it('in another browser a press shows the code for the one that waits, and signs nobody in (K6c)', async () => {
    await open()
    await press('useLink')
    expect(calls).toEqual([`code ${linkOf(payload)}`])
    expect(shown()).toMatchObject({ use: { name: 'code', code: '123456' } })
    expect(result).toBeNull()
  })

  it.each([false, true])(
    'the owner of the mailbox can refuse it, after seeing the code: %s (K6d)',
    async (isCodeShown) => {
      await open()
      if (isCodeShown) await press('useLink')
      await press('refuseLink')
      expect(calls.at(-1)).toBe(`refuse ${linkOf(payload)}`)
      expect(shown()).toMatchObject({ use: { name: 'refused' } })
      expect(isForgotten).toBe(true)
    },
  )

  it('in the browser that has requested it, a press returns to the sign-in request with the link (K6b)', async () => {
    const search = '?mode=login&tid=globex&state=s'
    askedLinks.keep({ id, secret: 'secret', tenantId: 'globex', search, credential: null })
    await open()
    expect(shown()).toMatchObject({ use: { name: 'here' } })
    expect(pending.recall('globex')).toBeNull()
    await press('useLink')
    expect(result).toEqual({ manual: null, search, providerId: null })
    expect(pending.recall('globex')).toMatchObject({
      id,
      secret: 'secret',
      opened: { link: linkOf(payload), press: 'press-1' },
    })
    expect(calls).toEqual([])
  })

  it('if the code was used before the owner refuses it, the page says so (K6d)', async () => {
    refusal = 'used'
    await open()
    await press('refuseLink')
    expect(shown()).toMatchObject({ use: { name: 'used' } })
    expect(isForgotten).toBe(true)
  })

  it.each<[string, () => ReturnType<Identity['storedAccounts']>]>([
    [
      'is another one of the company',
      () =>
        Promise.resolve([
          { uid: 'other', tenantId: 'globex', email: 'other@globex.example', phoneNumber: null },
        ]),
    ],
    ['can be read by the SDK alone', () => Promise.resolve([null])],
    ['cannot be read', () => Promise.reject(new CodedError('auth/timeout'))],
  ])('a press signs in with the link although the stored account %s', async (_what, accounts) => {
    stored = accounts
    const search = '?mode=login&tid=globex&state=a%20b'
    askedLinks.keep({ id, secret: 'secret', tenantId: 'globex', search, credential: null })
    await open()
    await press('useLink')
    expect(result).toMatchObject({ search: '?mode=reauth&tid=globex&state=a+b' })
  })

  it('a stored account of another company changes nothing', async () => {
    stored = () => Promise.resolve([{ uid: 'x', tenantId: 'acme', email: null, phoneNumber: null }])
    const search = '?mode=login&tid=globex&state=s'
    askedLinks.keep({ id, secret: 'secret', tenantId: 'globex', search, credential: null })
    await open()
    await press('useLink')
    expect(result).toMatchObject({ search })
  })

  it('a later request from the same browser makes it a link of another browser', async () => {
    const search = '?mode=login'
    askedLinks.keep({ id: 'other', secret: 'secret', tenantId: 'globex', search, credential: null })
    await open()
    expect(shown()).toMatchObject({ use: { name: 'elsewhere' } })
  })

  it('a link that has expired is reported', async () => {
    codeAnswer = () => Promise.reject(new CodedError('sign-in-link-expired'))
    await open()
    await press('useLink')
    expect(result).toMatchObject({ code: 'sign-in-link-expired' })
    expect(isForgotten).toBe(true)
  })
})

describe('the content of an opened email link', () => {
  it('only links of this method are read as such', () => {
    expect(isEmailLink(linkOf(payload))).toBe(true)
    expect(isEmailLink(linkOf({ ...payload, use: 'password' }))).toBe(false)
    expect(isEmailLink('x')).toBe(false)
  })

  it.each([
    ['email address', { email: 'Call +90 555 000' }],
    ['browser', { origin: { ...origin, browser: 'Call us, now' } }],
    ['network', { origin: { ...origin, network: 'evil.example' } }],
  ])('a forged link cannot show a text of its own as the %s', (_what, change) => {
    expect(() => readEmailLink(linkOf({ ...payload, ...change }))).toThrow()
  })
})
