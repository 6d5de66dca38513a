import { useSyncExternalStore } from 'react'

/**
 * The whole seconds until a moment, rounded up. Zero after it, and without one. The clock is read each time, so the
 * count is right after the tab was asleep (SM-10).
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
