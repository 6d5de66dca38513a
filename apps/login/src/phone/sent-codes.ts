import type { SafeStorage } from '../browser/safe-storage.ts'
import { hashOf } from '@foyer/contract/reference'

const storageKey = 'foyer:codes-sent'
const waitMs = 60_000
const hourMs = 3_600_000
const perHour = 5

/** When text messages were sent, in all tabs of this browser. */
export interface SentCodes {
  add: (phoneNumber: string) => void
  /** When the next message may be sent to this number, in milliseconds since the epoch. */
  nextAt: (phoneNumber: string) => number
}

export function createSentCodes(storage: SafeStorage, now: () => number): SentCodes {
  /** Stored by a hash that many numbers share, so that the browser stores no phone number. */
  let remembered: Record<string, number[]> = {}

  const recent = (): Record<string, number[]> => {
    const kept = { ...remembered, ...parse(storage.read(storageKey)) }
    return Object.fromEntries(
      Object.entries(kept).flatMap(([name, times]) => {
        const lately = times.filter((time) => time <= now() && now() - time < hourMs)
        return lately.length > 0 ? [[name, lately]] : []
      }),
    )
  }

  return {
    add(phoneNumber) {
      const name = hashOf(phoneNumber)
      const times = recent()
      remembered = { ...times, [name]: [...(times[name] ?? []), now()] }
      storage.write(storageKey, JSON.stringify(remembered))
    },
    nextAt(phoneNumber) {
      const times = recent()[hashOf(phoneNumber)] ?? []
      const last = times.at(-1)
      if (last === undefined) return 0
      const first = times.at(-perHour)
      return Math.max(last + waitMs, first === undefined ? 0 : first + hourMs)
    },
  }
}

function parse(text: string | null): Record<string, number[]> {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (!(kept instanceof Object)) return {}
    return Object.fromEntries(
      Object.entries(kept).flatMap(([name, times]: [string, unknown]) =>
        Array.isArray(times) ? [[name, times.filter((time) => typeof time === 'number')]] : [],
      ),
    )
  } catch {
    return {}
  }
}
