import { use } from 'react'
import type { ErrorKey } from '../errors/error-table.ts'
import { useTranslation } from '../language/use-translation.tsx'
import { ContactLine, HelpContext } from '../layout/contact-line.tsx'

/** Messages that ask the user to contact somebody. */
export const contactKeys: ReadonlySet<ErrorKey> = new Set([
  'USER_DISABLED',
  'MISSING_CLIENT_IDENTIFIER',
  'UNKNOWN_ERROR',
  'REGISTRATION_EXPIRED',
  'EMAIL_UNVERIFIED',
  'NOT_ALLOWED',
  'SECOND_FACTOR',
  'OTHER_PROJECT',
  'OTHER_TENANT',
  'ADDRESS_NOT_ALLOWED',
  'SENT_BACK',
  'CLAIMS_TOO_LARGE',
  'PROVIDER_NOT_ALLOWED',
  'ACCOUNT_NOT_ALLOWED',
  'CLOCK_WRONG',
  'API_KEY_INVALID',
])

/** Messages of an outage: the identity service or our own server cannot be reached. */
const outageKeys: ReadonlySet<ErrorKey> = new Set(['NETWORK', 'TIMEOUT', 'SERVICE_UNAVAILABLE'])

/** Whom to contact about a failure. */
export function FailureContact({ errorKey, reference }: { errorKey: ErrorKey; reference: string }) {
  const { t } = useTranslation('errors')
  return contactKeys.has(errorKey) && <ContactLine subject={`${t('reference')} ${reference}`} />
}

/** The page that reports outages, after the sentence about one: a line of its own would move the controls below. */
export function StatusLink({ errorKey }: { errorKey: ErrorKey }) {
  const { t } = useTranslation('errors')
  const { statusUrl } = use(HelpContext)
  if (statusUrl === undefined || !outageKeys.has(errorKey)) return null
  return (
    <>
      {' '}
      <a href={statusUrl} target="_blank" rel="noopener noreferrer">
        {t('status')}
      </a>
    </>
  )
}
