import { beforeEach, describe, expect, it } from 'vitest'
import { createServiceRules } from './service-rules.ts'

/** As the identity service answers for a project with a policy. */
const policy = {
  customStrengthOptions: {
    minPasswordLength: 12,
    maxPasswordLength: 64,
    containsLowercaseCharacter: true,
    containsUppercaseCharacter: false,
    containsNumericCharacter: true,
    containsNonAlphanumericCharacter: true,
  },
  allowedNonAlphanumericCharacters: ['!', '?'],
  enforcementState: 'ENFORCE',
  forceUpgradeOnSignin: true,
  schemaVersion: 1,
}

let answer: () => Response
let asked: [url: string, referer: string | null][]
let time: number

beforeEach(() => {
  answer = () => Response.json(policy)
  asked = []
  time = 0
})

const createRules = (emulatorUrl?: string) =>
  createServiceRules({
    config: { apiKey: 'key', ...(emulatorUrl !== undefined && { emulatorUrl }) },
    publicUrl: 'https://login.example.com',
    fetch(url, init) {
      asked.push([url, new Headers(init.headers).get('referer')])
      return Promise.resolve(answer())
    },
    now: () => time,
  })

describe('the password policy of the identity service', () => {
  it('the policy of a tenant is read with the API key, once in five minutes', async () => {
    const rulesOf = createRules()
    const rules = await rulesOf('acme')
    expect(rules).toEqual({
      minLength: 12,
      maxLength: 64,
      lowercase: true,
      uppercase: false,
      digit: true,
      symbol: '!?',
    })
    time = 299_999
    expect(await rulesOf('acme')).toEqual(rules)
    expect(asked).toEqual([
      [
        'https://identitytoolkit.googleapis.com/v2/passwordPolicy?key=key&tenantId=acme',
        'https://login.example.com/',
      ],
    ])
    time = 300_000
    await rulesOf('acme')
    await rulesOf(null)
    expect(asked.map(([url]) => new URL(url).search)).toEqual([
      '?key=key&tenantId=acme',
      '?key=key&tenantId=acme',
      '?key=key',
    ])
  })

  it.each([
    ['containsLowercaseCharacter', { lowercase: true }],
    ['containsUppercaseCharacter', { uppercase: true }],
    ['containsNumericCharacter', { digit: true }],
    ['containsNonAlphanumericCharacter', { symbol: '!?' }],
  ])('a policy with %s alone requires nothing else', async (option, required) => {
    answer = () => Response.json({ ...policy, customStrengthOptions: { [option]: true } })
    const none = { lowercase: false, uppercase: false, digit: false, symbol: '' }
    const lengths = { minLength: 6, maxLength: 4096 }
    expect(await createRules()(null)).toEqual({ ...lengths, ...none, ...required })
  })

  it('a policy that names no symbols requires none', async () => {
    const { allowedNonAlphanumericCharacters: _symbols, ...others } = policy
    answer = () => Response.json(others)
    expect(await createRules()(null)).toMatchObject({ digit: true, symbol: '' })
  })

  it('the policy of an emulator is read from its host', async () => {
    await createRules('http://127.0.0.1:9099')(null)
    expect(asked.map(([url]) => url)).toEqual([
      'http://127.0.0.1:9099/identitytoolkit.googleapis.com/v2/passwordPolicy?key=key',
    ])
  })

  it('a policy that is not enforced requires the six characters that the service always requires', async () => {
    answer = () => Response.json({ ...policy, enforcementState: 'OFF' })
    expect(await createRules()(null)).toEqual({
      minLength: 6,
      maxLength: 4096,
      lowercase: false,
      uppercase: false,
      digit: false,
      symbol: '',
    })
  })

  it.each([
    ['an error', () => Response.json(policy, { status: 500 })],
    ['something else', () => Response.json({ customStrengthOptions: 7 })],
  ])(
    'if the service answers with %s, no password is accepted, and it is asked again',
    async (_what, failing) => {
      const rulesOf = createRules()
      answer = failing
      await expect(rulesOf(null)).rejects.toMatchObject({ code: 'unavailable' })
      answer = () => Response.json(policy)
      expect(await rulesOf(null)).toMatchObject({ minLength: 12 })
    },
  )
})
