import type { Config } from '@foyer/contract/config'
import { boundaryValues } from '@foyer/contract/testing'
import type { RegistrationAnswer, RegistrationRequest } from '@foyer/contract/registration'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AccountServiceError } from '../account-service/account-service-error.ts'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createRegistrationDraft } from './registration-draft.ts'
import { createRegistrationFlow } from './registration-flow.ts'
import type { RegistrationFlow } from './registration-flow.ts'
import type { RegistrationStep } from './registration-state.ts'

const form = {
  firstName: 'Ayşe',
  lastName: 'Yılmaz',
  email: 'ayse@example.com',
  company: 'Acme',
}

const invitation = `e30.${btoa(JSON.stringify({ email: 'ayse@example.com', company: 'Acme' }))}.x`

let config: Config
let hash: string
let storage: ReturnType<typeof createMemoryStorage>
let registered: { request: RegistrationRequest; key: string }[]
let confirmed: { confirmation: string; key: string }[]
let answers: (() => Promise<RegistrationAnswer>)[]
let configs: (() => Promise<Config>)[]
let signedIn: string[]
let keys: number

beforeEach(() => {
  config = { ...demoConfig, selfRegistration: true }
  hash = ''
  storage = createMemoryStorage()
  registered = []
  confirmed = []
  answers = []
  configs = []
  signedIn = []
  keys = 0
})

function open(): RegistrationFlow {
  const answer = () =>
    (answers.shift() ?? (() => Promise.resolve<RegistrationAnswer>({ status: 'mail-sent' })))()
  const flow = createRegistrationFlow({
    loadConfig: () => (configs.shift() ?? (() => Promise.resolve(config)))(),
    accountService: () => ({
      customToken: () => Promise.reject(new Error('not asked for')),
      startWelcome: () => Promise.reject(new Error('not asked for')),
      register(request, key) {
        registered.push({ request, key })
        return answer()
      },
      confirmRegistration(confirmation, key) {
        confirmed.push({ confirmation, key })
        return answer()
      },
    }),
    takeHash() {
      const taken = hash
      hash = ''
      return taken
    },
    draft: createRegistrationDraft(storage, () => {
      keys += 1
      return `key-${keys}`
    }),
    failureOf: (error) => failureOf(error, new Date(0)),
    shownLanguage: () => 'tr',
    signIn: (token) => signedIn.push(token),
  })
  flow.start()
  return flow
}

function on<Name extends RegistrationStep['name']>(
  flow: RegistrationFlow,
  name: Name,
): Promise<Extract<RegistrationStep, { name: Name }>> {
  return vi.waitFor(() => {
    const { step } = flow.store.getState()
    if (step.name !== name) throw new Error(`The step is ${step.name}.`)
    if ('isSending' in step && step.isSending) throw new Error('It is still sending.')
    return step as Extract<RegistrationStep, { name: Name }>
  })
}

const refuse =
  (code: string, details = {}) =>
  () =>
    Promise.reject(
      new AccountServiceError(code, {
        requestId: 'R-1',
        retryAfterSeconds: null,
        fields: {},
        ...details,
      }),
    )

describe('a registration without an invitation', () => {
  it('sends first name, last name, email and company, and says that a mail is on its way (B6)', async () => {
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    const step = await on(flow, 'mailSent')
    expect(step.email).toBe('ayse@example.com')
    expect(registered).toEqual([{ request: { ...form, language: 'tr' }, key: 'key-1' }])
  })

  it('sends nothing while a field is at fault, and keeps every value', async () => {
    const flow = open()
    await on(flow, 'form')
    flow.submit({ ...form, email: 'ayse', company: ' ' })
    const step = await on(flow, 'form')
    expect(step).toMatchObject({
      values: { ...form, email: 'ayse', company: ' ' },
      errors: { email: 'invalid', company: 'required' },
      attempt: 1,
    })
    expect(registered).toEqual([])
  })

  it.each(boundaryValues.emailAddresses.valid)(
    'sends the email %j as the schema that it shares with the server reads it: %s (D10d)',
    async (typed, email) => {
      const flow = open()
      await on(flow, 'form')
      flow.submit({ ...form, email: typed })
      await on(flow, 'mailSent')
      expect(registered[0]?.request.email).toBe(email)
    },
  )

  it.each(boundaryValues.emailAddresses.invalid)(
    'sends no email that the schema rejects, which it shares with the server: %j (D10d)',
    async (email) => {
      const flow = open()
      await on(flow, 'form')
      flow.submit({ ...form, email })
      expect((await on(flow, 'form')).errors).toHaveProperty('email')
      expect(registered).toEqual([])
    },
  )

  it('shows the faults that the server found at their fields', async () => {
    answers = [refuse('invalid-argument', { fields: { company: 'too-long' } })]
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    const step = await on(flow, 'form')
    expect(step).toMatchObject({ errors: { company: 'too-long' }, failure: null })
  })

  it.each([
    ['unavailable', 'SERVICE_UNAVAILABLE'],
    ['resource-exhausted', 'TOO_MANY_REQUESTS'],
    ['idempotency-key-reused', 'UNKNOWN_ERROR'],
  ])(
    'keeps the form when it fails with %s, and a retry is the same registration',
    async (code, key) => {
      answers = [refuse(code, { retryAfterSeconds: 30 })]
      const flow = open()
      await on(flow, 'form')
      flow.submit(form)
      const step = await vi.waitFor(async () => {
        const shown = await on(flow, 'form')
        if (shown.failure === null) throw new Error('no failure yet')
        return shown
      })
      expect(step).toMatchObject({
        values: form,
        failure: { key, reference: 'R-1', retryAt: 30_000 },
      })
      flow.submit(form)
      await on(flow, 'mailSent')
      expect(registered.map((each) => each.key)).toEqual(['key-1', 'key-1'])
    },
  )

  it('with other content is another registration', async () => {
    answers = [refuse('unavailable')]
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    await vi.waitFor(() => expect(registered).toHaveLength(1))
    await on(flow, 'form')
    flow.submit({ ...form, company: 'Globex' })
    await on(flow, 'mailSent')
    expect(registered.map((each) => each.key)).toEqual(['key-1', 'key-2'])
  })

  it('is sent once, however often the button is pressed', async () => {
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    flow.submit(form)
    await on(flow, 'mailSent')
    expect(registered).toHaveLength(1)
  })

  it('survives a reload, and is forgotten once it is done', async () => {
    const flow = open()
    await on(flow, 'form')
    flow.keep({ firstName: 'Ayşe' })
    const reloaded = open()
    expect((await on(reloaded, 'form')).values).toEqual({ firstName: 'Ayşe' })
    reloaded.submit(form)
    await on(reloaded, 'mailSent')
    expect(storage.entries.size).toBe(0)
  })

  it('begins with the email that a link brings, which may be changed', async () => {
    hash = '#email=ayse%2Btest%40example.com'
    const flow = open()
    expect((await on(flow, 'form')).values).toEqual({ email: 'ayse+test@example.com' })
    flow.submit(form)
    await on(flow, 'mailSent')
    expect(registered[0]?.request.email).toBe('ayse@example.com')
  })

  it('keeps the plus of an email that a link brings as it is (FM-03b)', async () => {
    hash = '#email=ayse+test@example.com'
    expect((await on(open(), 'form')).values).toEqual({ email: 'ayse+test@example.com' })
    expect((await on(open(), 'form')).values).toEqual({ email: 'ayse+test@example.com' })
  })

  it('lets the newest link have its say over what was typed before', async () => {
    storage = createMemoryStorage({
      'foyer:registration': '{"firstName":"A","email":"a@b.example"}',
    })
    hash = '#email=new@example.com'
    const { values } = await on(open(), 'form')
    expect(values).toEqual({ firstName: 'A', email: 'new@example.com' })
  })

  it('is the same one after a reload that cut it off', async () => {
    answers = [() => new Promise(() => {})]
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    await vi.waitFor(() => expect(registered).toHaveLength(1))
    const reloaded = open()
    await on(reloaded, 'form')
    reloaded.submit(form)
    await on(reloaded, 'mailSent')
    expect(registered.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('works where nothing can be kept', async () => {
    storage = createMemoryStorage({}, { isBlocked: true })
    answers = [refuse('unavailable')]
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    await vi.waitFor(async () => {
      if ((await on(flow, 'form')).failure === null) throw new Error('no failure yet')
    })
    expect((await on(flow, 'form')).values).toEqual(form)
    flow.submit(form)
    expect((await on(flow, 'mailSent')).email).toBe('ayse@example.com')
    expect(registered.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('is closed where the deployment wants invitations', async () => {
    config = demoConfig
    await expect(on(open(), 'closed')).resolves.toEqual({ name: 'closed' })
  })

  it('asks again for a config that could not be had', async () => {
    configs = [() => Promise.reject(new CodedError('config-unavailable'))]
    const flow = open()
    expect((await on(flow, 'failed')).failure.key).toBe('SERVICE_UNAVAILABLE')
    flow.retry()
    await on(flow, 'form')
  })

  it.each(['undefined', '{', 'null', '[]', '{"email":7}'])(
    'is not upset by %s in the storage (ST-05a)',
    async (text) => {
      storage = createMemoryStorage({
        'foyer:registration': text,
        'foyer:registration-link': text,
      })
      expect((await on(open(), 'form')).values).toEqual({})
    },
  )
})

describe('a registration by invitation', () => {
  it('is for the invited address and company, and signs the newcomer in', async () => {
    config = demoConfig
    hash = `#invitation=${invitation}`
    answers = [() => Promise.resolve({ status: 'created', customToken: 'custom' })]
    const flow = open()
    const step = await on(flow, 'form')
    expect(step).toMatchObject({
      isInvited: true,
      fixed: ['email', 'company'],
      values: { email: 'ayse@example.com', company: 'Acme' },
    })
    flow.submit({ ...form, email: 'somebody@else.example' })
    await vi.waitFor(() => expect(signedIn).toEqual(['custom']))
    expect(registered[0]?.request).toEqual({ ...form, invitation, language: 'tr' })
  })

  it('is still by invitation after a reload', async () => {
    hash = `#invitation=${invitation}`
    await on(open(), 'form')
    expect((await on(open(), 'form')).isInvited).toBe(true)
  })

  it.each([
    ['registration-refused', 'REGISTRATION_REFUSED'],
    ['registration-link-expired', 'REGISTRATION_EXPIRED'],
    ['already-registered', 'ALREADY_REGISTERED'],
  ])('that ends in %s offers the way to log in', async (code, key) => {
    hash = `#invitation=${invitation}`
    answers = [refuse(code)]
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    expect((await on(flow, 'refused')).failure).toMatchObject({ key, reference: 'R-1' })
  })

  it.each(['x', 'a.b.c', `e30.${btoa('null')}.x`, `e30.${btoa('{"email":7}')}.x`])(
    'by a token of which nothing can be read (%s) is left to the server',
    async (token) => {
      hash = `#${new URLSearchParams({ invitation: token })}`
      expect(await on(open(), 'form')).toMatchObject({ isInvited: true, values: {}, fixed: [] })
    },
  )

  it('leaves to the form what it does not settle itself', async () => {
    hash = `#${new URLSearchParams({ invitation: 'x', email: 'ayse@example.com' })}`
    const flow = open()
    expect(await on(flow, 'form')).toMatchObject({
      values: { email: 'ayse@example.com' },
      fixed: [],
    })
    flow.submit({ ...form, email: 'other@example.com' })
    await on(flow, 'mailSent')
    expect(registered[0]?.request.email).toBe('other@example.com')
  })

  it('that was refused does not come back by another way into the form', async () => {
    hash = `#invitation=${invitation}`
    answers = [refuse('registration-link-expired')]
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    await on(flow, 'refused')
    expect(await on(open(), 'form')).toMatchObject({ isInvited: false, fixed: [], values: form })
  })
})

describe('the link of the mail', () => {
  beforeEach(() => {
    hash = '#confirmation=token'
  })

  it('is used by a press of the button alone, since mail scanners open links', async () => {
    answers = [() => Promise.resolve({ status: 'created', customToken: 'custom' })]
    const flow = open()
    await on(flow, 'confirmation')
    expect(confirmed).toEqual([])
    flow.confirm()
    flow.confirm()
    await vi.waitFor(() => expect(signedIn).toEqual(['custom']))
    expect(confirmed).toEqual([{ confirmation: 'token', key: 'key-1' }])
  })

  it('can be tried again with the same key', async () => {
    answers = [
      refuse('unavailable'),
      () => Promise.resolve({ status: 'created', customToken: 'custom' }),
    ]
    const flow = open()
    await on(flow, 'confirmation')
    flow.confirm()
    await vi.waitFor(async () => {
      if ((await on(flow, 'confirmation')).failure === null) throw new Error('no failure yet')
    })
    flow.confirm()
    await vi.waitFor(() => expect(signedIn).toEqual(['custom']))
    expect(confirmed.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('that has expired says so', async () => {
    answers = [refuse('registration-link-expired')]
    const flow = open()
    await on(flow, 'confirmation')
    flow.confirm()
    expect((await on(flow, 'refused')).failure.key).toBe('REGISTRATION_EXPIRED')
  })
})
