import type { CompanyStep } from '../../src/sign-in/company-step.ts'
import { longEmail, longName, passing, signIn } from './shared.tsx'
import type { Circumstances, Entry } from './shared.tsx'

const address = (
  change: Partial<Extract<CompanyStep, { name: 'companyAddress' }>> = {},
  circumstances?: Circumstances,
) =>
  signIn(
    {
      name: 'findCompany',
      step: { name: 'companyAddress', typed: '', error: null, attempt: 0, last: null, ...change },
    },
    circumstances,
  )

const code = (
  change: Partial<Extract<CompanyStep, { name: 'companyCode' }>> = {},
  circumstances?: Circumstances,
) =>
  signIn(
    {
      name: 'findCompany',
      step: {
        name: 'companyCode',
        email: 'elif.kaya@acme.example.com',
        resendAt: 0,
        mails: 1,
        error: null,
        attempt: 0,
        ...change,
      },
    },
    circumstances,
  )

const rejected = { typed: 'elif.kaya@acme.example.com', attempt: 1 }

export const findCompanyEntries: readonly Entry[] = [
  ['find-company', address()],
  ['find-company-last-used', address({ last: { id: 'acme', name: longName } })],
  ['find-company-required', address({ error: 'required', attempt: 1 })],
  ['find-company-invalid', address({ typed: 'elif', error: 'invalid', attempt: 1 })],
  ['find-company-unknown', address({ ...rejected, error: 'unknown' })],
  ['find-company-elsewhere', address({ ...rejected, error: 'elsewhere' })],
  ['find-company-busy', address({ typed: rejected.typed }, { isBusy: true })],
  ['find-company-failed', address(rejected, { shownFailure: passing('unavailable') })],
  ['find-company-signed-out', address({}, { arrival: { hasSignedOut: true } })],
  ['find-company-code', code()],
  ['find-company-code-long', code({ email: longEmail })],
  // The wait never ends while the entry is shown.
  ['find-company-code-waiting', code({ resendAt: Number.MAX_SAFE_INTEGER })],
  ['find-company-code-required', code({ error: 'required', attempt: 1 })],
  ['find-company-code-wrong', code({ error: 'wrong', attempt: 1 })],
  ['find-company-code-expired', code({ error: 'expired', attempt: 1 })],
  ['find-company-code-busy', code({}, { isBusy: true })],
]
