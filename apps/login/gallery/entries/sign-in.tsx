import type { Config } from '@foyer/contract/config'
import { idOf } from '@foyer/contract/sign-in-methods'
import type { Failure } from '../../src/errors/failure.ts'
import type { LinkStep, Notice, Screen, SignInButtons } from '../../src/sign-in/screen.ts'
import { buttons, config, failure, longEmail, longName, passing, signIn } from './shared.tsx'
import type { Circumstances, Entry } from './shared.tsx'

const accountExists = (providerId: string | null, canSendLink: boolean): Notice => ({
  name: 'accountExists',
  email: longEmail,
  providerId,
  newProviderId: 'microsoft.com',
  canSendLink,
})

const linkBy = (method: string | null): Failure => ({
  ...failure('address-unproven'),
  key: method === null ? 'LINK_BY_USED_METHOD' : 'LINK_BY_FIRST_METHOD',
  account: { email: longEmail, method },
})

const ayse = {
  method: 'google.com',
  name: 'Ayşe Yılmaz',
  email: 'ayse.yilmaz@example.com',
} as const

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

const linkSent = (resendAt: number): LinkStep => ({
  name: 'linkSent',
  email: longEmail,
  resendAt,
  mails: 1,
})

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

const company = (name: string) => ({ en: name, tr: name })
const many: NonNullable<Config['methods']> = [
  'google.com',
  'microsoft.com',
  { provider: 'oidc.acme', label: company(longName) },
  { provider: 'saml.globex', label: company('Globex'), icon: '/favicon.svg' },
  { provider: 'apple.com', label: company('Apple') },
  { provider: 'facebook.com', label: company('Facebook') },
  { provider: 'github.com', label: company('GitHub') },
  { provider: 'twitter.com', label: company('X') },
  { provider: 'yahoo.com', label: company('Yahoo') },
  'phone',
]
const offersMany = { config: { ...config, methods: many } }
const manyButtons = (lastUsed: string | null): SignInButtons =>
  buttons({ methods: many.map(idOf), lastUsed })

const ofCompany = (circumstances?: Circumstances) =>
  signIn(buttons({ methods: ['oidc.acme'] }), {
    config: { ...config, methods: [{ provider: 'oidc.acme', label: company('Acme') }] },
    ...circumstances,
  })
const cancelled = { shownFailure: failure('auth/popup-closed-by-user') }

const acme = { name: 'Acme', accent: '#7a1f3d', panelColor: '#4a1026' }
const atCompany = buttons({
  tenant: { id: 'acme-1a2b3', name: acme.name, settings: acme },
  canChangeTenant: true,
  lastUsed: 'google.com',
})
const toApplication = {
  config: { ...config, branding: { ...config.branding, applicationName: 'Sipariş Takip' } },
}

/** The sign-in buttons, with their notices, and the steps for sign-in links. */
export const signInEntries: readonly Entry[] = [
  ['sign-in', signIn(buttons())],
  ['sign-in-application', signIn(buttons(), toApplication)],
  ['sign-in-application-cancelled', signIn(buttons(), { ...toApplication, ...cancelled })],
  ['sign-in-last-used', signIn(buttons({ lastUsed: 'microsoft.com' }))],
  ['sign-in-account', signIn(buttons({ account: ayse, lastUsed: 'google.com' }))],
  [
    'sign-in-account-long',
    signIn(buttons({ account: { method: 'microsoft.com', name: longName, email: longEmail } })),
  ],
  ['sign-in-signed-out', signIn(buttons(), { arrival: { hasSignedOut: true } })],
  ['sign-in-registered', signIn(buttons(), { arrival: { isRegistered: true } })],
  ['sign-in-interrupted', signIn(buttons(), { arrival: { isInterrupted: true } })],
  ['sign-in-busy', signIn(buttons(), { isBusy: true })],
  ['sign-in-cancelled', signIn(buttons(), cancelled)],
  ['sign-in-one-method', signIn(buttons({ methods: ['google.com'] }))],
  ['sign-in-many', signIn(manyButtons(null), offersMany)],
  ['sign-in-many-open', signIn(manyButtons('yahoo.com'), offersMany)],
  ['sign-in-many-busy', signIn(manyButtons(null), { ...offersMany, isBusy: true })],
  ['sign-in-many-cancelled', signIn(manyButtons(null), { ...offersMany, ...cancelled })],
  ['sign-in-company-provider', ofCompany()],
  ['sign-in-company-provider-cancelled', ofCompany(cancelled)],
  [
    'sign-in-linking-company',
    signIn(
      buttons({
        methods: many.map(idOf),
        notice: {
          name: 'accountExists',
          email: longEmail,
          providerId: 'saml.globex',
          newProviderId: 'github.com',
          canSendLink: false,
        },
      }),
      offersMany,
    ),
  ],
  ['sign-in-no-method', signIn(buttons({ methods: [] }))],
  [
    'sign-in-tenant',
    signIn(buttons({ tenant: { id: 'acme-1a2b3', name: acme.name, settings: acme } })),
  ],
  ['sign-in-change-company', signIn(atCompany)],
  ['sign-in-change-company-cancelled', signIn(atCompany, cancelled)],
  [
    'sign-in-change-company-unreachable',
    signIn(atCompany, { shownFailure: passing('auth/network-request-failed') }),
  ],
  [
    'sign-in-change-company-deactivated',
    signIn(atCompany, { shownFailure: failure('auth/user-disabled') }),
  ],
  [
    'sign-in-change-long-company',
    signIn(
      buttons({
        tenant: { id: 'long', name: longName, settings: { name: longName } },
        canChangeTenant: true,
      }),
    ),
  ],
  [
    'sign-in-long-tenant',
    signIn(buttons({ tenant: { id: 'long', name: longName, settings: { name: longName } } })),
  ],
  [
    'sign-in-long-product',
    signIn(buttons(), {
      config: { ...config, branding: { ...config.branding, productName: 'Product'.repeat(12) } },
    }),
  ],
  ['sign-in-bare', signIn(buttons(), { config: { ...config, branding: {} } })],
  ['sign-in-in-app', signIn(inApp(['microsoft.com', 'phone', 'google.com'], false))],
  ['sign-in-in-app-android', signIn(inApp(['phone', 'google.com'], true))],
  ['sign-in-in-app-alone', signIn(inApp(['google.com'], true))],
  ['sign-in-deactivated', signIn(buttons(), { shownFailure: failure('auth/user-disabled') })],
  ['sign-in-linking', signIn(buttons({ notice: accountExists('google.com', false) }))],
  ['sign-in-linking-by-link', signIn(buttons({ notice: accountExists(null, true) }))],
  ['sign-in-linking-otherwise', signIn(buttons({ notice: accountExists(null, false) }))],
  ['sign-in-linking-failed', signIn(buttons(), { shownFailure: linkBy('Google') })],
  ['sign-in-linking-unknown', signIn(buttons(), { shownFailure: linkBy(null) })],
  ['sign-in-guest', signIn(buttons({ notice: guestOf('can.ozturk@acme.example') }))],
  ['sign-in-guest-unknown', signIn(buttons({ notice: guestOf(null) }))],
  ['link-address', signIn(buttons({ step: linkAddress(null) }))],
  ['link-address-invalid', signIn(buttons({ step: linkAddress('invalid') }))],
  ['link-address-sending', signIn(buttons({ step: linkAddress(null) }), { isBusy: true })],
  ['link-sent', signIn(buttons({ step: linkSent(Date.now() + 45_000) }))],
  ['link-sent-resend', signIn(buttons({ step: linkSent(0) }))],
  ['link-arrived', signIn(linkArrived(null))],
  ['link-arrived-connecting', signIn(linkArrived('microsoft.com'))],
  ['link-arrived-busy', signIn(linkArrived(null), { isBusy: true })],
  [
    'link-arrived-unreachable',
    signIn(linkArrived(null), { shownFailure: passing('auth/network-request-failed') }),
  ],
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
]
