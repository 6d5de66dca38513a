import { useTranslation } from '../../language/use-translation.tsx'
import type { Failure } from '../../errors/failure.ts'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'

export type Complained = Pick<Failure, 'key' | 'reference' | 'retryAt'>

interface ComplaintProps {
  failure: Complained
  words?: string | undefined
}

/** What happened, in words, and a reference that support can look up. */
export function Complaint({ failure, words }: ComplaintProps) {
  const { t } = useTranslation('errors')
  const seconds = useSecondsUntil(failure.retryAt)
  return (
    <>
      <p>{words ?? t(failure.key, { host: window.location.host })}</p>
      {/* Said once, by the sentence above; the count would be read out every second. */}
      {seconds > 0 && <p aria-hidden="true">{t('retryIn', { count: seconds })}</p>}
      <p className="reference" title={t('referenceHint')}>
        {t('reference', { reference: failure.reference })}
      </p>
    </>
  )
}
