import { useTranslation } from 'react-i18next'
import type { Failure } from '../../errors/failure.ts'

/** What happened, in words, and a reference that support can look up. */
export function Complaint({ failure }: { failure: Pick<Failure, 'key' | 'reference'> }) {
  const { t } = useTranslation('errors')
  return (
    <>
      <p>{t(failure.key, { host: window.location.host })}</p>
      <p className="reference" title={t('referenceHint')}>
        {t('reference', { reference: failure.reference })}
      </p>
    </>
  )
}
