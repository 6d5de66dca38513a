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

/** The links that help with a failure. */
export function FailureHelp({ errorKey, reference }: { errorKey: ErrorKey; reference: string }) {
  const { t } = useTranslation('errors')
  const { statusUrl } = use(HelpContext)
  if (outageKeys.has(errorKey)) {
    return (
      statusUrl !== undefined && (
        <p className="help">
          <a href={statusUrl} target="_blank" rel="noopener noreferrer">
            {t('status')}
          </a>
        </p>
      )
    )
  }
  return contactKeys.has(errorKey) && <ContactLine subject={`${t('reference')} ${reference}`} />
}
