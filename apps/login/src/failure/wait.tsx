import { useState } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import { useSecondsUntil } from '../ui/use-seconds-until.ts'

/** How long to wait before a retry can succeed. @param until in milliseconds since the epoch */
export function Wait({ until }: { until: number }) {
  const { t } = useTranslation('errors')
  const seconds = useSecondsUntil(until)
  const [atFirst] = useState(seconds)
  const say = (count: number): string =>
    count > 90 ? t('retryInMinutes', { count: Math.ceil(count / 60) }) : t('retryIn', { count })
  if (seconds === 0) return null
  return (
    <>
      {/* A screen reader announces the wait once. It would read a countdown out every second. */}
      <p className="visually-hidden">{say(atFirst)}</p>
      <p aria-hidden="true">{say(seconds)}</p>
    </>
  )
}
