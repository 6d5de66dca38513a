import { useTranslation } from '../../language/use-translation.tsx'
import type { Failure } from '../../errors/failure.ts'
import { Wait } from './wait.tsx'

export type Complained = Pick<Failure, 'key' | 'reference' | 'retryAt'>

interface ComplaintProps {
  failure: Complained
  words?: string | undefined
}

/** What happened, in words, and a reference that support can look up. */
export function Complaint({ failure, words }: ComplaintProps) {
  const { t } = useTranslation('errors')
  return (
    <>
      <p>{words ?? t(failure.key, { host: window.location.host })}</p>
      {failure.retryAt !== undefined && <Wait key={failure.retryAt} until={failure.retryAt} />}
      <p className="reference" title={t('referenceHint')}>
        {t('reference', { reference: failure.reference })}
      </p>
    </>
  )
}
