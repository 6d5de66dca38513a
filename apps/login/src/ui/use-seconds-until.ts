import { useEffect, useState } from 'react'

/**
 * Whole seconds until a moment, rounded up; zero once it has come, and without a moment. Read from the
 * clock at each tick: a sleeping tab loses no time (SM-10).
 *
 * @param moment in milliseconds since the epoch
 */
export function useSecondsUntil(moment: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const seconds = moment === undefined ? 0 : Math.max(0, Math.ceil((moment - now) / 1000))
  const isWaiting = seconds > 0

  useEffect(() => {
    if (!isWaiting) return undefined
    const tick = (): void => setNow(Date.now())
    const timer = setInterval(tick, 250)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [isWaiting])

  return seconds
}
