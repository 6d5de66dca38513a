/** Caches the answer to the latest call, for calls with the same arguments (H2). A failure is never cached. */
export function cached<Args extends readonly string[], Answer>(
  call: (...args: Args) => Promise<Answer>,
  lifetime: number,
  now: () => number,
): (...args: Args) => Promise<Answer> {
  let latest: { key: string; expiresAt: number; answer: Promise<Answer> } | null = null

  return (...args) => {
    const key = JSON.stringify(args)
    if (latest?.key === key && now() < latest.expiresAt) return latest.answer
    const entry = { key, expiresAt: now() + lifetime, answer: call(...args) }
    latest = entry
    entry.answer.catch(() => {
      if (latest === entry) latest = null
    })
    return entry.answer
  }
}
