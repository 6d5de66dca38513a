const milliseconds: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `30m`, `12h`, `7d` in milliseconds; null for anything else. */
export function parseDuration(text: string): number | null {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  const factor = milliseconds[unit]
  return count === undefined || factor === undefined ? null : Number(count) * factor
}
