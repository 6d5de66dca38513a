import type { Config } from '@foyer/contract/config'
import { boundaryValues } from '@foyer/contract/testing'
import type { RegistrationAnswer, RegistrationRequest } from '@foyer/contract/registration'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AccountServiceError } from '../account-service/account-service-error.ts'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createEndedLinks } from './ended-link.ts'
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
let checked: string[]
let checks: (() => Promise<void>)[]
let left: string[]
let canNote: boolean
let time: number
let shownSteps: string[]
let goBack: () => void
let entry: { state: unknown; replaceState: (this: { state: unknown }, state: unknown) => void }

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
  checked = []
  checks = []
  left = []
  canNote = true
  time = 1_000_000
  shownSteps = []
  goBack = () => {}
  openEntry()
})

/** A new entry of the browser's history, as for a page that is opened and not reloaded. */
function openEntry(): void {
  entry = {
    state: null,
    replaceState(state) {
      this.state = state
    },
  }
}

function open(): RegistrationFlow {
  const answer = () =>
    (answers.shift() ?? (() => Promise.resolve<RegistrationAnswer>({ status: 'mail-sent' })))()
  const flow = createRegistrationFlow({
    loadConfig: () => (configs.shift() ?? (() => Promise.resolve(config)))(),
    accountService: () => ({
      customToken: () => Promise.reject(new Error('not asked for')),
      startWelcome: () => Promise.reject(new Error('not asked for')),
      checkInvitation(token) {
        checked.push(token)
        return (checks.shift() ?? (() => Promise.resolve()))()
      },
      checkConfirmation(token) {
        checked.push(token)
        return (checks.shift() ?? (() => Promise.resolve()))()
      },
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
    draft: createRegistrationDraft(
      storage,
      () => {
        keys += 1
        return `key-${keys}`
      },
      () => time,
    ),
    endedLinks: createEndedLinks(entry),
    failureOf: (error) => failureOf(error, new Date(0)),
    shownLanguage: () => 'tr',
    signIn: (token) => signedIn.push(token),
    noteAccount: () => canNote,
    leave: (url) => left.push(url),
    stepHistory: {
      show(step, back) {
        shownSteps.push(step)
        goBack = () => back('step')
      },
    },
    now: () => time,
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
  it('a registration sends first name, last name, email and company, and then shows that an email was sent (B6)', async () => {
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    const step = await on(flow, 'mailSent')
    expect(step.email).toBe('ayse@example.com')
    expect(registered).toEqual([{ request: { ...form, language: 'tr' }, key: 'key-1' }])
  })

  it('a registration with an invalid field is not sent, and keeps every value', async () => {
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
    'a registration sends the email %j as the schema shared with the server parses it: %s (D10d)',
    async (typed, email) => {
      const flow = open()
      await on(flow, 'form')
      flow.submit({ ...form, email: typed })
      await on(flow, 'mailSent')
      expect(registered[0]?.request.email).toBe(email)
    },
  )

  it.each(boundaryValues.emailAddresses.invalid)(
    'a registration sends no email that the schema shared with the server rejects: %j (D10d)',
    async (email) => {
      const flow = open()
      await on(flow, 'form')
      flow.submit({ ...form, email })
      expect((await on(flow, 'form')).errors).toHaveProperty('email')
      expect(registered).toEqual([])
    },
  )

  it('a registration shows the server’s errors at their fields', async () => {
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
    'a registration that fails with %s keeps the form, and a retry has the same key',
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

  it('a registration with other content has another key', async () => {
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

  it('a registration is sent once, even if the button is pressed several times', async () => {
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    flow.submit(form)
    await on(flow, 'mailSent')
    expect(registered).toHaveLength(1)
  })

  it('what is typed while a registration is being sent does not change the email address that the next step shows', async () => {
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    flow.keep({ ...form, email: 'other@example.com' })
    expect((await on(flow, 'mailSent')).email).toBe(form.email)
    const reloaded = open()
    expect((await on(reloaded, 'mailSent')).email).toBe(form.email)
  })

  it('a registration survives a reload, and is removed ten minutes after the email was sent', async () => {
    const flow = open()
    await on(flow, 'form')
    flow.keep({ firstName: 'Ayşe' })
    const reloaded = open()
    expect((await on(reloaded, 'form')).values).toEqual({ firstName: 'Ayşe' })
    reloaded.submit(form)
    await on(reloaded, 'mailSent')
    time += 10 * 60_000
    expect((await on(open(), 'form')).values).toEqual({})
  })

  it('a registration form starts with the email from a link, which may be changed', async () => {
    hash = '#email=ayse%2Btest%40example.com'
    const flow = open()
    expect((await on(flow, 'form')).values).toEqual({ email: 'ayse+test@example.com' })
    flow.submit(form)
    await on(flow, 'mailSent')
    expect(registered[0]?.request.email).toBe('ayse@example.com')
  })

  it('a registration form keeps the plus of an email from a link (FM-03b)', async () => {
    hash = '#email=ayse+test@example.com'
    expect((await on(open(), 'form')).values).toEqual({ email: 'ayse+test@example.com' })
    expect((await on(open(), 'form')).values).toEqual({ email: 'ayse+test@example.com' })
  })

  it('the newest registration link overwrites what was typed before', async () => {
    storage = createMemoryStorage({
      'foyer:registration': '{"firstName":"A","email":"a@b.example"}',
    })
    hash = '#email=new@example.com'
    const { values } = await on(open(), 'form')
    expect(values).toEqual({ firstName: 'A', email: 'new@example.com' })
  })

  it('a registration that a reload interrupted has the same key', async () => {
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

  it('a registration works if storage is blocked', async () => {
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

  it('registration is closed if the deployment requires invitations', async () => {
    config = demoConfig
    await expect(on(open(), 'closed')).resolves.toEqual({ name: 'closed' })
  })

  it('a registration requests the config again after a failure', async () => {
    configs = [() => Promise.reject(new CodedError('config-unavailable'))]
    const flow = open()
    expect((await on(flow, 'failed')).failure.key).toBe('SERVICE_UNAVAILABLE')
    flow.retry()
    await on(flow, 'form')
  })

  it.each(['undefined', '{', 'null', '[]', '{"email":7}'])(
    'a registration ignores %s in the storage (ST-05a)',
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
  it('a registration by invitation has the invited email and company, and signs the new user in', async () => {
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
    expect(storage.entries.size).toBe(0)
  })

  it('a registration by invitation is still one after a reload', async () => {
    hash = `#invitation=${invitation}`
    await on(open(), 'form')
    expect((await on(open(), 'form')).isInvited).toBe(true)
  })

  it.each([
    ['registration-refused', 'refused', 'REGISTRATION_REFUSED'],
    ['mismatching-tenant', 'refused', 'OTHER_TENANT'],
    ['registration-link-expired', 'unusable', 'REGISTRATION_EXPIRED'],
  ] as const)(
    'a registration by invitation ends if it is answered with %s',
    async (code, name, key) => {
      hash = `#invitation=${invitation}`
      answers = [refuse(code)]
      const flow = open()
      await on(flow, 'form')
      flow.submit(form)
      expect((await on(flow, name)).failure).toMatchObject({ key, reference: 'R-1' })
    },
  )

  /** Of a user who has an account already, until the page leaves for the sign-in buttons. */
  const submitAgain = async () => {
    hash = `#invitation=${invitation}`
    answers = [refuse('already-registered')]
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    await vi.waitFor(() => expect(left).toEqual([config.productURL]))
    return flow
  }

  it('a user who has an account already gets the sign-in buttons, which say so', async () => {
    await submitAgain()
    expect(storage.entries.size).toBe(0)
  })

  it('a user whose browser was stopped on the way to the sign-in buttons gets a link ten seconds later', async () => {
    vi.useFakeTimers()
    const flow = await submitAgain()
    expect(flow.store.getState().step.name).toBe('loading')
    vi.advanceTimersByTime(10_000)
    expect(flow.store.getState().step.name).toBe('registered')
    vi.useRealTimers()
  })

  it('a user who has an account already is told here if the browser cannot keep that for the sign-in buttons', async () => {
    canNote = false
    hash = `#invitation=${invitation}`
    answers = [refuse('already-registered')]
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    await on(flow, 'registered')
    expect(left).toEqual([])
  })

  it.each(['x', 'a.b.c', `e30.${btoa('null')}.x`, `e30.${btoa('{"email":7}')}.x`])(
    'an invitation that cannot be read (%s) is sent to the server',
    async (token) => {
      hash = `#${new URLSearchParams({ invitation: token })}`
      expect(await on(open(), 'form')).toMatchObject({ isInvited: true, values: {}, fixed: [] })
    },
  )

  it('fields that the invitation does not set can be edited', async () => {
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

  it('a refused invitation is not in the form when it is opened without the link', async () => {
    hash = `#invitation=${invitation}`
    answers = [refuse('registration-link-expired')]
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    await on(flow, 'unusable')
    openEntry()
    expect(await on(open(), 'form')).toMatchObject({ isInvited: false, fixed: [], values: form })
  })
})

describe('the check of an invitation before the form', () => {
  beforeEach(() => {
    hash = `#invitation=${invitation}`
  })

  it('an invitation is checked before the form is shown, and only then', async () => {
    let accept = (): void => {}
    checks = [() => new Promise((resolve) => (accept = resolve))]
    const flow = open()
    await vi.waitFor(() => expect(checked).toEqual([invitation]))
    expect(flow.store.getState().step.name).toBe('loading')
    accept()
    await on(flow, 'form')
    expect(checked).toHaveLength(1)
  })

  it.each([
    ['registration-link-expired', 'REGISTRATION_EXPIRED'],
    ['registration-refused', 'REGISTRATION_REFUSED'],
    ['mismatching-tenant', 'OTHER_TENANT'],
  ])(
    'an invitation that is answered with %s is reported before anything is filled in, and again after a reload',
    async (code, key) => {
      checks = [refuse(code)]
      const flow = open()
      expect(await on(flow, 'unusable')).toMatchObject({ failure: { key }, isInvitation: true })
      expect(registered).toEqual([])
      const reloaded = await on(open(), 'unusable')
      expect(reloaded).toMatchObject({ failure: { key, reference: 'R-1' }, isInvitation: true })
      expect(checked).toHaveLength(1)
      // Opened again without the link, the page has forgotten it.
      openEntry()
      await on(open(), 'form')
    },
  )

  it('an invitation that was used leads to the sign-in buttons', async () => {
    checks = [refuse('already-registered')]
    open()
    await vi.waitFor(() => expect(left).toEqual([config.productURL]))
  })

  it.each(['unavailable', 'auth/network-request-failed', 'deadline-exceeded'])(
    'an outage (%s) is reported before anything is filled in, and the retry checks the invitation again',
    async (code) => {
      checks = [refuse(code)]
      const flow = open()
      await on(flow, 'failed')
      flow.retry()
      await on(flow, 'form')
      expect(checked).toEqual([invitation, invitation])
    },
  )

  it.each(['resource-exhausted', 'method-not-allowed', 'not-found'])(
    'the form is shown if the check of the invitation is answered with %s',
    async (code) => {
      checks = [refuse(code)]
      expect((await on(open(), 'form')).failure).toBeNull()
    },
  )

  it('an invitation is not checked after a reload that interrupted the registration, which may have used it', async () => {
    answers = [() => new Promise(() => {})]
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    await vi.waitFor(() => expect(registered).toHaveLength(1))
    checks = [refuse('already-registered')]
    const reloaded = open()
    await on(reloaded, 'form')
    reloaded.submit(form)
    await vi.waitFor(() => expect(registered).toHaveLength(2))
    expect(registered.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('an invitation that was refused once is checked again when its link is opened again', async () => {
    answers = [refuse('registration-link-expired')]
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    await on(flow, 'unusable')
    hash = `#invitation=${invitation}`
    checks = [refuse('registration-link-expired')]
    await on(open(), 'unusable')
    expect(checked).toHaveLength(2)
  })

  it('a registration without an invitation checks none', async () => {
    hash = '#email=ayse@example.com'
    await on(open(), 'form')
    expect(checked).toEqual([])
  })
})

describe('the step after the email was sent', () => {
  async function send(): Promise<RegistrationFlow> {
    const flow = open()
    await on(flow, 'form')
    flow.submit(form)
    await on(flow, 'mailSent')
    return flow
  }

  it('the email can be sent again after a minute, as a request of its own', async () => {
    const flow = await send()
    expect(await on(flow, 'mailSent')).toMatchObject({ mails: 1, resendAt: time + 60_000 })
    time += 60_000
    flow.resend()
    flow.resend()
    await vi.waitFor(async () => expect((await on(flow, 'mailSent')).mails).toBe(2))
    expect((await on(flow, 'mailSent')).resendAt).toBe(time + 60_000)
    expect(registered.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
    expect(registered[1]?.request).toEqual(registered[0]?.request)
  })

  it('an email that is refused because of too many is explained, and can be sent after the server’s wait', async () => {
    const flow = await send()
    answers = [refuse('resource-exhausted', { retryAfterSeconds: 3_000 })]
    flow.resend()
    const step = await vi.waitFor(async () => {
      const shown = await on(flow, 'mailSent')
      if (shown.failure === null) throw new Error('no failure yet')
      return shown
    })
    expect(step).toMatchObject({
      mails: 1,
      failure: { key: 'TOO_MANY_REQUESTS' },
      resendAt: 3_000_000,
    })
  })

  it('a repeated request for an email whose response was lost has the same key', async () => {
    const flow = await send()
    answers = [refuse('auth/network-request-failed')]
    flow.resend()
    await vi.waitFor(async () => {
      if ((await on(flow, 'mailSent')).failure === null) throw new Error('no failure yet')
    })
    flow.resend()
    await vi.waitFor(async () => expect((await on(flow, 'mailSent')).mails).toBe(2))
    expect(registered.map(({ key }) => key)).toEqual(['key-1', 'key-2', 'key-2'])
  })

  it('the email address can be corrected, and everything that was typed stays', async () => {
    const flow = await send()
    flow.correct()
    expect(await on(flow, 'form')).toMatchObject({ values: form, isCorrection: true })
    flow.submit({ ...form, email: 'ayse.yilmaz@example.com' })
    expect((await on(flow, 'mailSent')).email).toBe('ayse.yilmaz@example.com')
  })

  it('Back in the browser returns to the form, with everything that was typed', async () => {
    const flow = await send()
    expect(shownSteps).toEqual(['form', 'mailSent'])
    goBack()
    expect((await on(flow, 'form')).values).toEqual(form)
    expect(shownSteps).toEqual(['form', 'mailSent', 'form'])
  })

  it('a reload stays at the step, and its wait goes on', async () => {
    await send()
    time += 20_000
    const step = await on(open(), 'mailSent')
    expect(step).toMatchObject({ email: form.email, resendAt: time + 40_000 })
  })

  it('a reload after the address was to be corrected stays at the form', async () => {
    const flow = await send()
    flow.correct()
    expect((await on(open(), 'form')).values).toEqual(form)
  })

  it('another link opens its own form', async () => {
    await send()
    hash = '#email=bora@example.com'
    expect((await on(open(), 'form')).values.email).toBe('bora@example.com')
  })

  it.each(['', 'x', '-1', '9e15'])(
    'the time %j in the storage is no time at which an email was sent (ST-05a)',
    async (text) => {
      storage = createMemoryStorage({
        'foyer:registration': JSON.stringify(form),
        'foyer:registration-sent': text,
      })
      expect((await on(open(), 'form')).values).toEqual({})
    },
  )

  it('a time in the storage without valid values opens the form (ST-05a)', async () => {
    storage = createMemoryStorage({ 'foyer:registration-sent': String(time) })
    expect((await on(open(), 'form')).values).toEqual({})
  })
})

describe('the link in the email', () => {
  beforeEach(() => {
    hash = '#confirmation=token'
  })

  it('the link in the email is used only by a press of the button, because email scanners open links', async () => {
    answers = [() => Promise.resolve({ status: 'created', customToken: 'custom' })]
    const flow = open()
    await on(flow, 'confirmation')
    expect(confirmed).toEqual([])
    flow.confirm()
    flow.confirm()
    await vi.waitFor(() => expect(signedIn).toEqual(['custom']))
    expect(confirmed).toEqual([{ confirmation: 'token', key: 'key-1' }])
  })

  it('the link in the email can be retried with the same key', async () => {
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

  it.each([
    ['registration-link-expired', 'REGISTRATION_EXPIRED'],
    ['registration-refused', 'REGISTRATION_REFUSED'],
  ])(
    'a link in the email that is answered with %s is reported before the button is shown, and again after a reload',
    async (code, key) => {
      checks = [refuse(code)]
      expect(await on(open(), 'unusable')).toMatchObject({ failure: { key }, isInvitation: false })
      expect(await on(open(), 'unusable')).toMatchObject({ failure: { key }, isInvitation: false })
      expect(checked).toEqual(['token'])
      expect(confirmed).toEqual([])
    },
  )

  it('a link in the email that was used leads to the sign-in buttons', async () => {
    checks = [refuse('already-registered')]
    open()
    await vi.waitFor(() => expect(left).toEqual([config.productURL]))
    expect(confirmed).toEqual([])
  })

  it('a link in the email is not checked after a reload that interrupted the confirmation, which may have used it', async () => {
    answers = [() => new Promise(() => {})]
    const flow = open()
    await on(flow, 'confirmation')
    flow.confirm()
    await vi.waitFor(() => expect(confirmed).toHaveLength(1))
    checks = [refuse('already-registered')]
    const reloaded = open()
    await on(reloaded, 'confirmation')
    reloaded.confirm()
    await vi.waitFor(() => expect(confirmed).toHaveLength(2))
    expect(confirmed.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
  })

  it('a link in the email that expires before the press is reported, and again after a reload', async () => {
    answers = [refuse('registration-link-expired')]
    const flow = open()
    await on(flow, 'confirmation')
    flow.confirm()
    const expired = { failure: { key: 'REGISTRATION_EXPIRED' }, isInvitation: false }
    expect(await on(flow, 'unusable')).toMatchObject(expired)
    const reloaded = open()
    expect(await on(reloaded, 'unusable')).toMatchObject(expired)
    // A link to the same page keeps the history entry in Chromium.
    reloaded.leaveLink()
    await on(open(), 'form')
  })

  it.each([null, { foyerEndedLink: 7 }, { foyerEndedLink: { errorKey: 'x', reference: 1 } }])(
    'a history entry with %j has no link that has ended',
    async (state) => {
      hash = ''
      entry.state = state
      expect((await on(open(), 'form')).isInvited).toBe(false)
    },
  )
})
