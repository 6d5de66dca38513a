import { beforeEach, describe, expect, it } from 'vitest'
import { AccountServiceError } from '../account-service/account-service-error.ts'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { PendingCredential } from '../identity/identity.ts'
import { clientStateOf } from '../sign-in/client-state.ts'
import type { RunCommand } from '../sign-in/commands.ts'
import { createSignInStore, settle } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createAskedLinks } from '../sign-in/asked-links.ts'
import type { AskedLinks } from '../sign-in/asked-links.ts'
import { createLinkRequest } from './link-request.ts'
import { createSentLinks } from './sent-link.ts'
import type { LinkStep } from '../sign-in/screen.ts'

const credential: PendingCredential = {
  providerId: 'microsoft.com',
  email: 'Can@acme.example',
  accountProviders: [],
  accessToken: 'access-token',
  json: {},
}

let store: SignInStore
let askedLinks: AskedLinks
let tabStorage: ReturnType<typeof createMemoryStorage>
let step: LinkStep | null
let asked: object[]
let answer: () => Promise<void>
let ids: number
let time: number
let failedAt: number

beforeEach(() => {
  store = createSignInStore()
  askedLinks = createAskedLinks(createMemoryStorage(), () => 0)
  tabStorage = createMemoryStorage()
  step = null
  asked = []
  answer = () => Promise.resolve()
  ids = 0
  time = 1_000
  failedAt = 0
})

function createRequest(pending: PendingCredential | null = null, tenantId: string | null = 'acme') {
  return createLinkRequest({
    auth: { tenantId },
    store,
    pending,
    askedLinks,
    sentLinks: createSentLinks(tabStorage, () => time),
    accountService: {
      askForSignInLink(request, id) {
        asked.push({ ...request, id })
        return answer()
      },
    },
    tell: (error, say, retry) =>
      say({ ...failureOf(error, new Date(failedAt)), ...(retry && { retry }) }),
    shownLanguage: () => 'tr',
    search: () => '?mode=login&state=s',
    randomId: () => `id-${(ids += 1)}`,
    now: () => time,
    showStep(shown, handlers) {
      step = shown
      store.handlers = handlers
      settle(store)
    },
  })
}

function addressStep(): Extract<LinkStep, { name: 'linkAddress' }> {
  if (step?.name !== 'linkAddress') throw new Error(`The step is ${step?.name}.`)
  return step
}

const run: RunCommand = (name, ...input) => store.run(name, ...input)

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

describe('requesting a sign-in link', () => {
  it('a sign-in link is requested for the canonical email address, and the request to return to is stored', async () => {
    createRequest().start()
    run('sendLink', ' AYSE@acme.example ')
    await settled()
    expect(asked).toEqual([{ email: 'ayse@acme.example', tid: 'acme', language: 'tr', id: 'id-1' }])
    expect(step).toMatchObject({ name: 'linkSent', email: 'ayse@acme.example' })
    expect(askedLinks.recall('acme')).toEqual({
      id: 'id-1',
      tenantId: 'acme',
      search: '?mode=login&state=s',
      credential: null,
    })
  })

  it('the request of a sign-in link has no tenant for the project itself', async () => {
    createRequest(null, null).start()
    run('sendLink', 'ayse@acme.example')
    await settled()
    expect(asked).toEqual([{ email: 'ayse@acme.example', language: 'tr', id: 'id-1' }])
  })

  it.each([
    ['', 'required'],
    ['  ', 'required'],
    ['ayse', 'invalid'],
    ['ayse@acme', 'invalid'],
  ])('no sign-in link is requested for %j, and the error is shown at the field', (typed, error) => {
    createRequest().start()
    run('sendLink', typed)
    expect(addressStep()).toMatchObject({ typed, error, attempt: 1 })
    expect(asked).toEqual([])
  })

  it('requesting another sign-in link replaces the stored one', async () => {
    createRequest().start()
    run('sendLink', 'ayse@acme.example')
    await settled()
    run('sendLinkAgain')
    await settled()
    expect(asked).toHaveLength(2)
    expect(askedLinks.recall('acme')?.id).toBe('id-2')
    run('stepBack')
    expect(addressStep().typed).toBe('ayse@acme.example')
  })

  it('another sign-in link can be requested after a minute, and is announced as another email', async () => {
    createRequest().start()
    run('sendLink', 'ayse@acme.example')
    await settled()
    expect(step).toMatchObject({ mails: 1, resendAt: 61_000 })
    time = 61_000
    run('sendLinkAgain')
    await settled()
    expect(step).toMatchObject({ mails: 2, resendAt: 121_000 })
  })

  it('another sign-in link that is refused because of too many is explained, and can be requested after the server’s wait', async () => {
    createRequest().start()
    run('sendLink', 'ayse@acme.example')
    await settled()
    failedAt = 61_000
    answer = () =>
      Promise.reject(
        new AccountServiceError('resource-exhausted', {
          requestId: 'R-1',
          retryAfterSeconds: 3_000,
          fields: {},
        }),
      )
    run('sendLinkAgain')
    await settled()
    expect(step).toMatchObject({ name: 'linkSent', mails: 1, resendAt: 3_061_000 })
    expect(clientStateOf(store.getState()).error).toBe('TOO_MANY_REQUESTS')
    // The step has the button for it.
    expect(store.handlers.retry).toBeUndefined()
  })

  it('a failed request of a sign-in link is shown on the form, which keeps the email address', async () => {
    answer = () => Promise.reject(new CodedError('unavailable'))
    createRequest().start()
    run('sendLink', 'ayse@acme.example')
    await settled()
    expect(clientStateOf(store.getState())).toMatchObject({
      loading: false,
      error: 'SERVICE_UNAVAILABLE',
    })
    expect(step?.name).toBe('linkAddress')
    expect(store.handlers.retry).toBeDefined()
    expect(askedLinks.recall('acme')).toBeNull()
  })
})

describe('where a sign-in link was sent, after a reload', () => {
  beforeEach(async () => {
    createRequest().start()
    run('sendLink', 'ayse@acme.example')
    await settled()
    time = 20_000
  })

  it('a reload stays at the step with its email address and its wait, and another link can be sent', async () => {
    createRequest().start()
    expect(step).toEqual({
      name: 'linkSent',
      email: 'ayse@acme.example',
      resendAt: 61_000,
      mails: 1,
    })
    time = 61_000
    run('sendLinkAgain')
    await settled()
    expect(step).toMatchObject({ name: 'linkSent', mails: 2, resendAt: 121_000 })
    createRequest().start()
    expect(step).toMatchObject({ resendAt: 121_000 })
  })

  it('a reload after the address was to be changed stays at the form', () => {
    createRequest().start()
    run('stepBack')
    expect(addressStep().typed).toBe('ayse@acme.example')
    createRequest().start()
    expect(addressStep().typed).toBe('')
  })

  it('a user who goes back to the methods gets the form the next time', () => {
    createRequest().start()
    run('backToMethods')
    createRequest().start()
    expect(addressStep().typed).toBe('')
  })

  it('another company has its own form', () => {
    createRequest(null, 'globex').start()
    expect(addressStep().typed).toBe('')
  })

  it('the step is not returned to after half an hour, when the link has expired', () => {
    time = 1_900_000
    createRequest().start()
    expect(addressStep().typed).toBe('')
  })
})

describe('requesting a sign-in link for a pending credential', () => {
  it('with a pending credential, a link is sent to its email address at once, and the credential is stored', async () => {
    createRequest(credential).sendToPending()
    await settled()
    expect(asked).toMatchObject([{ email: 'Can@acme.example' }])
    expect(askedLinks.recall('acme')?.credential).toEqual(credential)
  })

  it('a pending credential is linked only to the account with its email address', async () => {
    createRequest(credential).start()
    run('sendLink', 'other@acme.example')
    await settled()
    expect(askedLinks.recall('acme')?.credential).toBeNull()
    run('stepBack')
    run('sendLink', 'can@acme.example')
    await settled()
    expect(askedLinks.recall('acme')?.credential).toEqual(credential)
  })
})
