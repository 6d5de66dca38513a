import type { EmailLinkAnswer } from '@foyer/contract/email-link'
import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { SignedIn } from '../identity/identity.ts'
import type { EmailLinkStep } from '../sign-in/email-link-step.ts'
import { createSignInStore, failureIn, settle } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { createAskedLinks } from '../sign-in/asked-links.ts'
import type { AskedLinks } from '../sign-in/asked-links.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createEmailLinkSteps } from './email-link-steps.ts'
import { createPendingEmailLinks } from './pending-email-link.ts'
import type { PendingEmailLinks } from './pending-email-link.ts'

const email = 'nil.kara@globex.example'

let store: SignInStore
let identity: InMemoryIdentity
let askedLinks: AskedLinks
let pending: PendingEmailLinks
let step: EmailLinkStep | null
let asked: object[]
let redeemed: object[]
let answers: (EmailLinkAnswer | Error)[]
let accepted: SignedIn[]
let sending: () => Promise<void>
let time: number

beforeEach(() => {
  store = createSignInStore()
  identity = createInMemoryIdentity('key')
  askedLinks = createAskedLinks(createMemoryStorage(), () => 1_000)
  pending = createPendingEmailLinks(createMemoryStorage(), () => 1_000)
  time = 1_000
  step = null
  asked = []
  redeemed = []
  answers = [{ status: 'done', oobCode: 'oob-1' }]
  accepted = []
  sending = () => Promise.resolve()
  identity.outcomes.push(() => Promise.resolve({ user: userOf('globex') }))
})

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

async function redeem(how: object, key: string): Promise<EmailLinkAnswer> {
  redeemed.push({ ...how, key })
  const answer = answers.shift()
  if (answer === undefined) throw new Error('There is no answer.')
  if (answer instanceof Error) throw answer
  return answer
}

async function start(loginHint: string | null = null) {
  let ids = 0
  const steps = createEmailLinkSteps({
    auth: identity.authOf('globex'),
    languageCode: () => 'tr',
    store,
    askedLinks,
    pending,
    accountService: {
      askForEmailLink(request, id) {
        asked.push({ ...request, id })
        return sending()
      },
      useEmailLink: redeem,
      enterEmailLinkCode: redeem,
    },
    tell: (error, say, retry) => say({ ...failureOf(error, new Date(0)), ...(retry && { retry }) }),
    accept: async (credential) => void accepted.push(credential),
    shownLanguage: () => 'tr',
    search: () => '?mode=login&tid=globex&state=s',
    randomId: () => `id-${(ids += 1)}`,
    now: () => time,
    showStep(shown, handlers) {
      step = shown
      store.handlers = handlers
      settle(store)
    },
  })
  steps.start(loginHint)
  await settled()
  return steps
}

async function run(...[name, ...input]: Parameters<SignInStore['run']>): Promise<void> {
  store.run(name, ...input)
  await settled()
}

describe('the sign-in with an email link', () => {
  it('the link is requested for the typed address, and only this browser knows the secret (K6b)', async () => {
    await start('nil@globex.example')
    expect(step).toMatchObject({ name: 'emailLink', typed: 'nil@globex.example' })
    await run('sendEmailLink', ` ${email} `)
    expect(asked).toEqual([
      { email, tid: 'globex', language: 'tr', secret: 'id-2id-3', id: 'id-1' },
    ])
    expect(step).toMatchObject({ name: 'emailLinkSent', email, resendAt: 61_000, mails: 1 })
    expect(askedLinks.recall('globex')).toMatchObject({
      id: 'id-1',
      secret: 'id-2id-3',
      search: '?mode=login&tid=globex&state=s',
    })
  })

  it('the code from the other browser signs in here (K6c)', async () => {
    await start()
    await run('sendEmailLink', email)
    await run('enterEmailLinkCode', '123456')
    expect(redeemed).toEqual([
      { id: 'id-1', secret: 'id-2id-3', email, tid: 'globex', code: '123456', key: 'id-4' },
    ])
    expect(identity.emailLinks).toEqual([{ email, oobCode: 'oob-1' }])
    expect(accepted).toMatchObject([{ providerId: 'emailLink' }])
    expect(pending.recall('globex')).toBeNull()
    expect(askedLinks.recall('globex')).toBeNull()
  })

  it('a link whose button was pressed in this browser signs in at once (K6b)', async () => {
    const opened = { link: 'a.b.c', press: 'press-1' }
    const kept = { method: 'emailLink', tenantId: 'globex', email, id: 'id-9' } as const
    pending.keep({ ...kept, secret: 'secret', resendAt: 0, opened })
    await start()
    expect(redeemed).toEqual([{ link: 'a.b.c', secret: 'secret', key: 'press-1' }])
    expect(accepted).toHaveLength(1)
  })

  it('a reload returns to the field for the code', async () => {
    await start()
    await run('sendEmailLink', email)
    await start()
    expect(step).toMatchObject({ name: 'emailLinkSent', email })
  })

  it('after the code has expired, a reload returns to the address, and not to a code that is of no use', async () => {
    answers = [{ status: 'expired' }]
    await start()
    await run('sendEmailLink', email)
    await run('enterEmailLinkCode', '123456')
    expect(step).toMatchObject({ name: 'emailLinkSent', error: 'expired' })
    await start()
    expect(step).toMatchObject({ name: 'emailLink' })
  })

  it.each([
    ['', 'required'],
    ['nil', 'invalid'],
  ])('the text %j is rejected at the field as %s, without a request', async (typed, error) => {
    await start()
    await run('sendEmailLink', typed)
    expect(step).toMatchObject({ name: 'emailLink', typed, error, attempt: 1 })
    expect(asked).toEqual([])
  })

  it.each(['wrong', 'expired'] as const)('a code that is %s is reported', async (status) => {
    answers = [{ status }]
    await start()
    await run('sendEmailLink', email)
    await run('enterEmailLinkCode', '123456')
    expect(step).toMatchObject({ name: 'emailLinkSent', error: status, attempt: 1 })
    await run('enterEmailLinkCode', '12')
    expect(step).toMatchObject({ error: 'required' })
  })

  it('a code that could not be sent is sent again with the same key', async () => {
    answers = [new CodedError('unavailable'), { status: 'done', oobCode: 'oob-1' }]
    await start()
    await run('sendEmailLink', email)
    await run('enterEmailLinkCode', '123456')
    expect(failureIn(store.getState())).toMatchObject({ key: 'SERVICE_UNAVAILABLE' })
    await run('retry')
    expect(redeemed[0]).toEqual(redeemed[1])
    expect(accepted).toHaveLength(1)
  })

  it('a link that has expired leads to the form, with the reason', async () => {
    answers = [new CodedError('sign-in-link-expired')]
    const kept = { method: 'emailLink', tenantId: 'globex', email, id: 'id-9' } as const
    const opened = { link: 'a.b.c', press: 'press-1' }
    pending.keep({ ...kept, secret: 'secret', resendAt: 0, opened })
    await start()
    expect(step).toMatchObject({ name: 'emailLink', typed: email })
    expect(failureIn(store.getState())).toMatchObject({ key: 'SIGN_IN_LINK_EXPIRED' })
  })

  it('if too many emails were requested, the button waits as long as the server asks for', async () => {
    await start()
    await run('sendEmailLink', email)
    sending = () =>
      Promise.reject(
        Object.assign(new CodedError('resource-exhausted'), { retryAfterSeconds: 3_000 }),
      )
    await run('sendEmailLinkAgain')
    expect(step).toMatchObject({ name: 'emailLinkSent', resendAt: 3_000_000 })
  })

  it('back from the second factor, the form is shown without a message, because the link was used', async () => {
    identity.outcomes.splice(0, 1, () =>
      Promise.reject(new CodedError('auth/redirect-cancelled-by-user')),
    )
    await start()
    await run('sendEmailLink', email)
    await run('enterEmailLinkCode', '123456')
    expect(step).toMatchObject({ name: 'emailLink', typed: email, error: null })
    expect(failureIn(store.getState())).toBeNull()
  })

  it('the same address again, directly after Back, leads back to the code field without another email (K7b)', async () => {
    await start()
    await run('sendEmailLink', email)
    await run('stepBack')
    await run('sendEmailLink', email)
    expect(step).toMatchObject({ name: 'emailLinkSent', email, resendAt: 61_000 })
    expect(pending.recall('globex')).toMatchObject({ id: 'id-1', secret: 'id-2id-3' })
    await run('enterEmailLinkCode', '123456')
    expect(redeemed).toMatchObject([{ id: 'id-1', secret: 'id-2id-3', code: '123456' }])
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['another address', 'other@globex.example', 1_000],
    ['the same address when another email may be sent', email, 61_000],
  ])('%s after Back gets another email', async (_what, address, later) => {
    await start()
    await run('sendEmailLink', email)
    await run('stepBack')
    time = later
    await run('sendEmailLink', address)
    expect(asked).toMatchObject([{ email }, { email: address }])
  })

  it.each<[string, EmailLinkAnswer | Error]>([
    ['has expired', { status: 'expired' }],
    ['the server no longer knows', new CodedError('sign-in-link-expired')],
    ['was used, before Back from the second factor', { status: 'done', oobCode: 'oob-1' }],
  ])('a code that %s gets another email for the same address', async (_how, answer) => {
    answers = [answer]
    identity.outcomes.splice(0, 1, () =>
      Promise.reject(new CodedError('auth/redirect-cancelled-by-user')),
    )
    await start()
    await run('sendEmailLink', email)
    await run('stepBack')
    await run('sendEmailLink', email)
    expect(asked).toHaveLength(1)
    await run('enterEmailLinkCode', '123456')
    if (step?.name === 'emailLinkSent') await run('stepBack')
    await run('sendEmailLink', email)
    expect(asked).toHaveLength(2)
  })

  it('back at the form, the address stays and the request is forgotten (K7b)', async () => {
    await start()
    await run('sendEmailLink', email)
    await run('stepBack')
    expect(step).toMatchObject({ name: 'emailLink', typed: email })
    expect(pending.recall('globex')).toBeNull()
  })
})
