import type { Config } from '@foyer/contract/config'
import type { ReactNode } from 'react'
import { CodedError } from '../../src/errors/coded-error.ts'
import { failureOf } from '../../src/errors/failure.ts'
import type { Failure } from '../../src/errors/failure.ts'
import type { CountryCode } from '../../src/phone/countries.ts'
import { SignInPage } from '../../src/page/sign-in-page.tsx'
import type { Screen, SignInButtons } from '../../src/sign-in/screen.ts'
import { begin, createSignInStore, show, showError } from '../../src/sign-in/store.ts'
import type { SignInState } from '../../src/sign-in/store.ts'
import { addCodes } from '../../src/errors/error-table.ts'
import { sdkCodes } from '../../src/errors/sdk-codes.ts'
import { rejectionCodes } from '../../src/rejection/rejection-codes.ts'

addCodes(sdkCodes)
addCodes(rejectionCodes)

/** A screen in one state, by name. */
export type Entry = readonly [name: string, render: () => ReactNode]

export const year = 2031
export const nothing = (): void => {}
export const longName = 'Gökkuşağı Uluslararası Taşımacılık ve Lojistik Hizmetleri A.Ş.'
/** A Turkish word may be longer than a phone is wide. */
export const longWord = 'Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine'
/** One entry has the whole list, which takes longer to render than the rest of the screen. */
export const fewCountries: readonly CountryCode[] = ['DE', 'GB', 'TR', 'US']
export const longEmail = `${'abcdefgh'.repeat(7)}@example.com`

export const config: Config = {
  apiKey: 'demo-api-key',
  authDomain: 'login.example.com',
  productURL: 'https://app.example.com/',
  functionUrl: '/custom-token',
  methods: ['google.com', 'microsoft.com', 'phone'],
  help: { contact: 'it-support@acme.example', statusUrl: 'https://status.acme.example/' },
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

export const failure = (code: string): Failure => failureOf(new CodedError(code), new Date(0))
export const passing = (code: string): Failure => ({ ...failure(code), canRetry: true })

export interface Circumstances {
  isBusy?: boolean
  shownFailure?: Failure
  config?: Config
  /** What the user did before the application redirected them here. */
  arrival?: Partial<Pick<SignInState, 'hasSignedOut' | 'isRegistered' | 'isInterrupted'>>
}

export function signIn(
  screen: Screen,
  { isBusy = false, shownFailure, config: its = config, arrival = {} }: Circumstances = {},
): () => ReactNode {
  return () => {
    const store = createSignInStore()
    store.setState({ config: its, ...arrival })
    show(store, screen)
    if (shownFailure) showError(store, shownFailure)
    if (isBusy) begin(store, 'google.com')
    return <SignInPage store={store} run={nothing} year={year} onLanguage={nothing} />
  }
}

export const buttons = (change: Partial<SignInButtons> = {}): SignInButtons => ({
  name: 'signInButtons',
  methods: ['google.com', 'microsoft.com', 'phone'],
  lastUsed: null,
  tenant: null,
  inApp: null,
  step: { name: 'methods' },
  notice: null,
  ...change,
})
