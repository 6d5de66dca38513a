import type { CompanyAnswer, CompanyCodeAnswer } from '@foyer/contract/discovery'
import type { SelectedTenantInfo } from '@foyer/iap-sign-in'
import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import { createChooseTenant } from '../sign-in/choose-tenant.ts'
import type { CompanyStep } from '../sign-in/company-step.ts'
import { createSignInStore, failureIn } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createFindCompany } from './find-company.ts'
import { createPendingCompanies } from './pending-company.ts'

const config = { ...demoConfig, listTenants: false, tenants: { acme: { name: 'Acme' } } }
const email = 'elif.kaya@acme.example'

let store: SignInStore
let tabStorage: ReturnType<typeof createMemoryStorage>
let asked: object[]
let entered: object[]
let answers: (CompanyAnswer | Error)[]
let codeAnswers: (CompanyCodeAnswer | Error)[]
let allowed: string[]
let kept: string[]
let steps: string[]
let goBack: () => void
let last: string | null
let isSignedIn: boolean
let isNoted: boolean
let chosen: SelectedTenantInfo | null
let time: number

beforeEach(() => {
  store = createSignInStore()
  tabStorage = createMemoryStorage()
  asked = []
  entered = []
  answers = [{ status: 'mail-sent' }]
  codeAnswers = [{ status: 'found', tid: 'acme' }]
  allowed = ['acme']
  kept = []
  steps = []
  goBack = () => {}
  last = null
  isSignedIn = false
  isNoted = false
  chosen = null
  time = 1_000
})

/** The next answer, and the last one for ever. */
async function next<Answer>(list: (Answer | Error)[]): Promise<Answer> {
  const answer = list.length > 1 ? list.shift() : list[0]
  if (answer === undefined) throw new Error('There is no answer.')
  if (answer instanceof Error) throw answer
  return answer
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
}

async function start(): Promise<void> {
  let ids = 0
  const tenantChoice = {
    isNoted: () => isNoted,
    note: () => (isNoted = true),
  }
  const withTenants = async () => config
  const findCompany = createFindCompany({
    withTenants,
    store,
    accountService: {
      findCompany: (request, id) => {
        asked.push({ ...request, id })
        return next(answers)
      },
      enterCompanyCode: (code) => {
        entered.push(code)
        return next(codeAnswers)
      },
    },
    isAllowed: async (tid) => allowed.includes(tid),
    lastTenant: { keep: (search) => void kept.push(search) },
    tenantChoice,
    pending: createPendingCompanies(tabStorage, () => time),
    stepHistory: {
      show(step, back) {
        steps.push(step)
        goBack = () => back('step')
      },
    },
    tell: (error, say, retry) => say({ ...failureOf(error, new Date(0)), ...(retry && { retry }) }),
    shownLanguage: () => 'tr',
    randomId: () => `id-${(ids += 1)}`,
    now: () => time,
  })
  const choose = createChooseTenant({
    withTenants,
    store,
    lastTenant: { recall: () => last },
    tenantChoice,
    isSignedInTo: () => isSignedIn,
    loadFindCompany: async () => findCompany,
    tell: (error) => expect.fail(String(error)),
  })
  void choose(['_'], () => true).then((info) => {
    chosen = info
  })
  await settled()
}

async function run(...[name, ...input]: Parameters<SignInStore['run']>): Promise<void> {
  store.run(name, ...input)
  await settled()
}

function shown(): CompanyStep {
  const { screen } = store.getState()
  if (screen.name !== 'findCompany') throw new Error(`The screen is ${screen.name}.`)
  return screen.step
}

describe('the search for a company', () => {
  it('the code from the email leads to the company, with the email address as a hint (K5e)', async () => {
    await start()
    expect(shown()).toMatchObject({ name: 'companyAddress', typed: '', last: null })
    await run('findCompany', ' Elif.Kaya@ACME.example ')
    expect(asked).toEqual([{ email, language: 'tr', secret: 'id-1id-2', id: 'id-3' }])
    expect(shown()).toMatchObject({ name: 'companyCode', email, resendAt: 61_000, mails: 1 })
    await run('enterCompanyCode', '123456')
    expect(entered).toEqual([{ id: 'id-3', secret: 'id-1id-2', email, code: '123456' }])
    expect(chosen).toEqual({ tenantId: 'acme', email })
    expect(tabStorage.read('foyer:company')).toBeNull()
  })

  it('the browser remembers the company, so that the next visit needs no code (K5f)', async () => {
    await start()
    await run('findCompany', email)
    await run('enterCompanyCode', '123456')
    expect(kept).toEqual(['?mode=login&tid=acme'])
  })

  it('a server with direct discovery leads to the company without a code', async () => {
    answers = [{ status: 'found', tid: 'acme' }]
    await start()
    await run('findCompany', email)
    expect(chosen).toEqual({ tenantId: 'acme', email })
  })

  it('a server with direct discovery says that no company is known, at the field', async () => {
    answers = [{ status: 'unknown' }]
    await start()
    await run('findCompany', email)
    expect(shown()).toMatchObject({ error: 'unknown', typed: email, attempt: 1 })
  })

  it.each([
    ['', 'required'],
    ['  ', 'required'],
    ['elif', 'invalid'],
  ])('the text %j is rejected at the field as %s, without a request', async (typed, error) => {
    await start()
    await run('findCompany', typed)
    expect(shown()).toMatchObject({ name: 'companyAddress', typed, error, attempt: 1 })
    expect(asked).toEqual([])
  })

  it('a company that the application does not let in is not chosen, and the page says so', async () => {
    allowed = []
    await start()
    await run('findCompany', email)
    await run('enterCompanyCode', '123456')
    expect(chosen).toBeNull()
    expect(shown()).toMatchObject({ name: 'companyAddress', typed: email, error: 'elsewhere' })
    expect(kept).toEqual([])
  })

  it('a request that fails is repeated with the same id, so that there is one email', async () => {
    answers = [new CodedError('unavailable'), { status: 'mail-sent' }]
    await start()
    await run('findCompany', email)
    expect(shown().name).toBe('companyAddress')
    expect(failureIn(store.getState())).toMatchObject({ key: 'SERVICE_UNAVAILABLE' })
    await run('retry')
    expect(shown().name).toBe('companyCode')
    expect(asked[0]).toEqual(asked[1])
  })
})

describe('the code of a search for a company', () => {
  const atCode = async () => {
    await start()
    await run('findCompany', email)
  }

  it.each(['wrong', 'expired'] as const)(
    'a code that is %s is reported at the field',
    async (status) => {
      codeAnswers = [{ status }]
      await atCode()
      await run('enterCompanyCode', '123456')
      expect(shown()).toMatchObject({ name: 'companyCode', error: status, attempt: 1 })
      expect(chosen).toBeNull()
    },
  )

  it('a code that is too short is not sent', async () => {
    await atCode()
    await run('enterCompanyCode', '12345')
    expect(shown()).toMatchObject({ error: 'required' })
    expect(entered).toEqual([])
  })

  it('another email has another id and another secret, and its code replaces the first', async () => {
    await atCode()
    await run('sendCompanyCodeAgain')
    expect(asked).toHaveLength(2)
    expect(shown()).toMatchObject({ mails: 2 })
    await run('enterCompanyCode', '123456')
    expect(entered).toMatchObject([{ id: 'id-6', secret: 'id-4id-5' }])
  })

  it('if too many emails were requested, the button waits as long as the server asks for', async () => {
    await atCode()
    answers = [Object.assign(new CodedError('resource-exhausted'), { retryAfterSeconds: 3_000 })]
    await run('sendCompanyCodeAgain')
    expect(shown()).toMatchObject({ name: 'companyCode', resendAt: 3_000_000 })
    expect(failureIn(store.getState())).toMatchObject({ key: 'TOO_MANY_REQUESTS' })
  })

  it('a reload returns to the field for the code, for half an hour', async () => {
    await atCode()
    // The email was delayed.
    time += 1_500_000
    store = createSignInStore()
    await start()
    expect(shown()).toMatchObject({ name: 'companyCode', email })
    await run('enterCompanyCode', '123456')
    expect(entered).toMatchObject([{ id: 'id-3', secret: 'id-1id-2' }])
  })

  it('after half an hour, a reload returns to the field for the email address', async () => {
    await atCode()
    time += 1_900_000
    store = createSignInStore()
    await start()
    expect(shown().name).toBe('companyAddress')
  })

  it('the same address again, directly after Back, leads back to the code field without another email (K7b)', async () => {
    await atCode()
    goBack()
    await run('findCompany', email)
    expect(shown()).toMatchObject({ name: 'companyCode', email, resendAt: 61_000 })
    await run('enterCompanyCode', '123456')
    expect(entered).toMatchObject([{ id: 'id-3', secret: 'id-1id-2' }])
    expect(asked).toHaveLength(1)
  })

  it('a code that has expired is not waited for when the same address is entered again', async () => {
    codeAnswers = [{ status: 'expired' }]
    await atCode()
    await run('enterCompanyCode', '123456')
    goBack()
    await run('findCompany', email)
    expect(asked).toHaveLength(2)
  })

  it('the same address gets another code after Back when another email may be sent', async () => {
    await atCode()
    goBack()
    time = 61_000
    await run('findCompany', email)
    expect(asked).toHaveLength(2)
  })

  it('Back leads to the email address that was typed (K7a, K7b)', async () => {
    await atCode()
    expect(steps).toEqual(['companyAddress', 'companyCode'])
    goBack()
    expect(shown()).toMatchObject({ name: 'companyAddress', typed: email, error: null })
    expect(tabStorage.read('foyer:company')).toBeNull()
  })
})

describe('the company used last, where companies are not listed', () => {
  beforeEach(() => {
    last = 'acme'
  })

  it('its buttons are shown without a question, once for a request (K5f)', async () => {
    await start()
    expect(chosen).toEqual({ tenantId: 'acme' })
    chosen = null
    await start()
    expect(chosen).toBeNull()
    expect(shown()).toMatchObject({ last: { id: 'acme', name: 'Acme' } })
    await run('chooseTenant', 'acme')
    expect(chosen).toEqual({ tenantId: 'acme' })
  })

  it('the company is one press away if an account is stored', async () => {
    isSignedIn = true
    await start()
    expect(shown()).toMatchObject({ last: { id: 'acme', name: 'Acme' } })
  })

  it.each([
    ['is not served any more', 'initech', ['initech']],
    ['may not enter this application', 'acme', []],
  ])('the company is not offered if it %s', async (_why, tid, tids) => {
    last = tid
    allowed = tids
    await start()
    expect(chosen).toBeNull()
    expect(shown()).toMatchObject({ last: null })
  })
})
