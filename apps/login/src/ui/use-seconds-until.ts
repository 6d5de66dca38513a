import { useSyncExternalStore } from 'react'

/**
 * Whole seconds until a moment, rounded up; zero once it has come, and without a moment. Read from the
 * clock each time: a sleeping tab loses no time (SM-10).
 *
 * @param moment in milliseconds since the epoch
 */
export function useSecondsUntil(moment: number | undefined): number {
  return useSyncExternalStore(moment === undefined ? neverTick : tick, () =>
    moment === undefined ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / 1000)),
  )
}

function tick(hear: () => void): () => void {
  const timer = setInterval(hear, 250)
  document.addEventListener('visibilitychange', hear)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', hear)
  }
}

function neverTick(): () => void {
  return () => {}
}
