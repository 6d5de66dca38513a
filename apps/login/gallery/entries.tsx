import type { Config } from '@foyer/contract/config'
import type { ReactNode } from 'react'
import { createStore } from 'zustand/vanilla'
import { CodedError } from '../src/errors/coded-error.ts'
import { explainedCodes } from '../src/errors/error-table.ts'
import { failureOf } from '../src/errors/failure.ts'
import type { Failure } from '../src/errors/failure.ts'
import { offeredCountries } from '../src/phone/countries.ts'
import type { ShownRegistration } from '../src/registration/registration-flow.ts'
import type { RegistrationStep } from '../src/registration/registration-state.ts'
import { RegistrationPage } from '../src/registration/registration-page.tsx'
import { SignInPage } from '../src/page/sign-in-page.tsx'
import type {
  LinkStep,
  Notice,
  PhoneStep,
  Screen,
  SignInButtons,
  TenantChoice,
} from '../src/sign-in/screen.ts'
import { begin, createSignInStore, show, showError } from '../src/sign-in/store.ts'

const year = 2031
const nothing = (): void => {}
const longEmail = `${'abcdefgh'.repeat(7)}@example.com`

const config: Config = {
  apiKey: 'demo-api-key',
  authDomain: 'login.example.com',
  productURL: 'https://app.example.com/',
  functionUrl: '/custom-token',
  methods: ['google.com', 'microsoft.com', 'phone'],
  branding: {
    productName: 'Foyer Demo',
    socialLinks: [
      { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
      { name: 'YouTube', url: 'https://www.youtube.com/' },
    ],
    providerUrl: { tr: 'https://example.com/tr', international: 'https://example.com/' },
    privacyUrl: 'https://example.com/privacy',
    termsUrl: 'https://example.com/terms',
  },
}

const failure = (code: string): Failure => failureOf(new CodedError(code), new Date(0))
const passing = (code: string): Failure => ({ ...failure(code), canRetry: true })
const refusedDomain: Failure = { ...failure('unauthorized-domain'), host: 'evil.example' }

interface Circumstances {
  isBusy?: boolean
  shownFailure?: Failure
  config?: Config
}

function signIn(
  screen: Screen,
  { isBusy = false, shownFailure, config: its = config }: Circumstances = {},
): () => ReactNode {
  return () => {
    const store = createSignInStore()
    store.setState({ config: its })
    show(store, screen)
    if (shownFailure) showError(store, shownFailure)
    if (isBusy) begin(store, 'google.com')
    return <SignInPage store={store} run={nothing} year={year} onLanguage={nothing} />
  }
}

const buttons = (change: Partial<SignInButtons> = {}): SignInButtons => ({
  name: 'signInButtons',
  methods: ['google.com', 'microsoft.com', 'phone'],
  lastUsed: null,
  tenant: null,
  inApp: null,
  step: { name: 'methods' },
  notice: null,
  ...change,
})

const accountExists = (providerId: string | null, canSendLink: boolean): Notice => ({
  name: 'accountExists',
  email: longEmail,
  providerId,
  newProviderId: 'microsoft.com',
  canSendLink,
})

const guestOf = (email: string | null): Notice => ({
  name: 'guest',
  directory: 'globex.onmicrosoft.com',
  email,
})

const linkAddress = (error: 'invalid' | null): LinkStep => ({
  name: 'linkAddress',
  typed: error === null ? longEmail : 'zeynep',
  error,
  attempt: error === null ? 0 : 1,
})

const linkSent: LinkStep = { name: 'linkSent', email: longEmail }

const linkArrived = (providerId: string | null): Screen => ({
  name: 'signInLink',
  email: longEmail,
  providerId,
})

const inApp = (methods: SignInButtons['methods'], opensOtherApps: boolean): SignInButtons =>
  buttons({
    methods,
    inApp: { opensOtherApps },
  })

const phone = (
  change: Partial<Extract<PhoneStep, { name: 'phoneNumber' }>>,
  circumstances?: Circumstances,
) =>
  signIn(
    buttons({
      step: {
        name: 'phoneNumber',
        offered: offeredCountries(),
        country: 'TR',
        typed: '',
        error: null,
        attempt: 0,
        ...change,
      },
    }),
    circumstances,
  )

const code = (
  change: Partial<Extract<PhoneStep, { name: 'verificationCode' }>>,
  circumstances?: Circumstances,
) =>
  signIn(
    buttons({
      step: {
        name: 'verificationCode',
        verificationId: 'sent-1',
        phoneNumber: '+905550000001',
        resendAt: 0,
        messages: 1,
        error: null,
        attempt: 0,
        ...change,
      },
    }),
    circumstances,
  )

function registration(step: RegistrationStep): () => ReactNode {
  return () => {
    const store = createStore<ShownRegistration>()(() => ({ config, step }))
    const flow = {
      store,
      start: nothing,
      retry: nothing,
      keep: nothing,
      submit: nothing,
      confirm: nothing,
    }
    return <RegistrationPage flow={flow} year={year} onLanguage={nothing} />
  }
}

type Form = Extract<RegistrationStep, { name: 'form' }>

const form = (change: Partial<Form> = {}) =>
  registration({
    name: 'form',
    values: {},
    isInvited: false,
    fixed: [],
    errors: {},
    attempt: 0,
    isSending: false,
    failure: null,
    ...change,
  })

const filled = {
  firstName: 'Zeynep',
  lastName: 'Demir',
  email: 'zeynep.demir@example.com',
  company: 'Öz & Oğulları A.Ş.',
}

const acme = { name: 'Acme', accent: '#7a1f3d', panelColor: '#4a1026' }
const longName = 'Gökkuşağı Uluslararası Taşımacılık ve Lojistik Hizmetleri A.Ş.'

const tenants = (...names: string[]): TenantChoice[] =>
  names.map((name, index) => ({ id: `tenant-${index}`, name }))

const chooseTenant = (choices: TenantChoice[]) => signIn({ name: 'chooseTenant', tenants: choices })

const failed = (shown: Failure) => signIn({ name: 'failure', failure: shown })

/** One failure for each error key. */
const failures = new Map([...explainedCodes].map((known) => [failure(known).key, failure(known)]))

/** Every screen in every state, by name. */
export const entries: ReadonlyMap<string, () => ReactNode> = new Map([
  ['loading', signIn({ name: 'loading' })],
  ['sign-in', signIn(buttons())],
  ['sign-in-last-used', signIn(buttons({ lastUsed: 'microsoft.com' }))],
  ['sign-in-busy', signIn(buttons(), { isBusy: true })],
  ['sign-in-one-method', signIn(buttons({ methods: ['google.com'] }))],
  ['sign-in-no-method', signIn(buttons({ methods: [] }))],
  [
    'sign-in-tenant',
    signIn(buttons({ tenant: { id: 'acme-1a2b3', name: acme.name, settings: acme } })),
  ],
  [
    'sign-in-long-tenant',
    signIn(buttons({ tenant: { id: 'long', name: longName, settings: { name: longName } } })),
  ],
  ['sign-in-bare', signIn(buttons(), { config: { ...config, branding: {} } })],
  ['sign-in-in-app', signIn(inApp(['microsoft.com', 'phone', 'google.com'], false))],
  ['sign-in-in-app-android', signIn(inApp(['phone', 'google.com'], true))],
  ['sign-in-in-app-alone', signIn(inApp(['google.com'], true))],
  ['sign-in-deactivated', signIn(buttons(), { shownFailure: failure('auth/user-disabled') })],
  ['sign-in-linking', signIn(buttons({ notice: accountExists('google.com', false) }))],
  ['sign-in-linking-by-link', signIn(buttons({ notice: accountExists(null, true) }))],
  ['sign-in-linking-otherwise', signIn(buttons({ notice: accountExists(null, false) }))],
  ['sign-in-linking-failed', signIn(buttons(), { shownFailure: failure('address-unproven') })],
  ['sign-in-guest', signIn(buttons({ notice: guestOf('can.ozturk@acme.example') }))],
  ['sign-in-guest-unknown', signIn(buttons({ notice: guestOf(null) }))],
  ['link-address', signIn(buttons({ step: linkAddress(null) }))],
  ['link-address-invalid', signIn(buttons({ step: linkAddress('invalid') }))],
  ['link-address-sending', signIn(buttons({ step: linkAddress(null) }), { isBusy: true })],
  ['link-sent', signIn(buttons({ step: linkSent }))],
  ['link-arrived', signIn(linkArrived(null))],
  ['link-arrived-connecting', signIn(linkArrived('microsoft.com'))],
  [
    'sign-in-second-factor',
    signIn(buttons(), { shownFailure: failure('auth/multi-factor-auth-required') }),
  ],
  [
    'sign-in-unreachable',
    signIn(buttons(), { shownFailure: passing('auth/network-request-failed') }),
  ],
  ['sign-in-key-refused', signIn(buttons(), { shownFailure: failure('api-key-refused') })],
  [
    'sign-in-too-many',
    signIn(buttons(), {
      shownFailure: { ...passing('auth/too-many-requests'), retryAt: Date.now() + 600_000 },
    }),
  ],
  ['phone-number', phone({})],
  ['phone-number-required', phone({ error: 'required', attempt: 1 })],
  ['phone-number-invalid', phone({ error: 'invalid', typed: '12', attempt: 1 })],
  ['phone-number-too-long', phone({ error: 'too-long', typed: '55500000012', attempt: 1 })],
  [
    'phone-number-too-long-elsewhere',
    phone({ error: 'too-long', country: 'DE', typed: '1512 34567890', attempt: 1 }),
  ],
  [
    'phone-number-not-offered',
    phone({ error: 'not-offered', typed: '+5511961234567', attempt: 1 }),
  ],
  ['phone-number-sending', phone({ typed: '0555 000 00 01' }, { isBusy: true })],
  [
    'phone-number-unreachable',
    phone({ typed: '0555 000 00 01' }, { shownFailure: passing('auth/network-request-failed') }),
  ],
  ['code', code({ resendAt: Date.now() + 30_000 })],
  ['code-resend', code({})],
  ['code-wrong', code({ error: 'wrong', attempt: 1 })],
  ['code-expired', code({ error: 'expired', attempt: 1 })],
  ['code-checking', code({}, { isBusy: true })],
  ['choose-tenant', chooseTenant(tenants('Acme', 'Globex'))],
  ['choose-tenant-long', chooseTenant(tenants(longName, 'Globex'))],
  [
    'choose-tenant-many',
    chooseTenant(tenants(...Array.from({ length: 40 }, (_, index) => `Company ${index + 1}`))),
  ],
  [
    'confirm-account',
    signIn({
      name: 'confirmAccount',
      current: { label: 'ayse.yilmaz@example.com', company: null },
      other: { label: 'elif.kaya@acme.example.com', company: 'Acme' },
    }),
  ],
  [
    'confirm-account-alone',
    signIn({
      name: 'confirmAccount',
      current: null,
      other: { label: longEmail, company: longName },
    }),
  ],
  ['welcome', signIn({ name: 'welcome' })],
  ['link-failed', signIn({ name: 'linkFailed', failure: failure('link-failed') })],
  [
    'link-failed-passing',
    signIn({
      name: 'linkFailed',
      failure: { ...passing('auth/timeout'), key: 'LINK_FAILED' },
    }),
  ],
  ['failure-invalid-mode', failed(failure('invalid-mode'))],
  ['failure-mismatching-tenant', failed(failure('mismatching-tenant'))],
  ['failure-refused-domain', failed(refusedDomain)],
  ['signed-out', signIn({ name: 'signedOut' })],
  ['registration', form()],
  ['registration-filled', form({ values: filled })],
  ['registration-invited', form({ values: filled, isInvited: true, fixed: ['email', 'company'] })],
  [
    'registration-errors',
    form({
      values: { ...filled, email: 'zeynep' },
      errors: { firstName: 'required', email: 'invalid', company: 'too-long' },
      attempt: 1,
    }),
  ],
  ['registration-sending', form({ values: filled, isSending: true })],
  ['registration-unavailable', form({ values: filled, failure: failure('unavailable') })],
  ['registration-mail-sent', registration({ name: 'mailSent', email: longEmail })],
  [
    'registration-confirmation',
    registration({ name: 'confirmation', isSending: false, failure: null }),
  ],
  ['registration-closed', registration({ name: 'closed' })],
  [
    'registration-refused',
    registration({ name: 'refused', failure: failure('registration-refused') }),
  ],
  [
    'registration-expired',
    registration({ name: 'refused', failure: failure('registration-link-expired') }),
  ],
  [
    'registration-already',
    registration({ name: 'refused', failure: failure('already-registered') }),
  ],
  ['registration-failed', registration({ name: 'failed', failure: failure('config-unavailable') })],
  ...[...failures].map(
    ([key, shown]) => [`failure-${key.toLowerCase().replaceAll('_', '-')}`, failed(shown)] as const,
  ),
])
