/** What an address answers to one GET, or why it does not. Never throws. */
export type Probe =
  | { answered: true; status: number; headers: Headers; body: unknown; at: number }
  | { answered: false; reason: string }

export async function probe(
  url: string | URL,
  headers: Record<string, string> = {},
): Promise<Probe> {
  const startedAt = Date.now()
  try {
    const answer = await fetch(url, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(8_000),
    })
    // The moment that the answer's clock is compared with: half of the way there and back.
    const at = (startedAt + Date.now()) / 2
    const body: unknown = await answer.json().catch(() => null)
    return { answered: true, status: answer.status, headers: answer.headers, body, at }
  } catch (error) {
    return { answered: false, reason: reasonOf(error) }
  }
}

/** The system's own code, such as ENOTFOUND: messages may repeat an address with a key in it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer within 8 seconds'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer'
}

export function fieldOf(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Record<string, unknown>)[name]
        : undefined,
    value,
  )
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
