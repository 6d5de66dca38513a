import { createHmac, timingSafeEqual } from 'node:crypto'

/** An account that the server has reported, as the other system recorded it. */
export interface Announcement {
  idempotencyKey: string
  uid: string
  email: string | null
  /** How often it was reported. Only the first report has an effect. */
  times: number
}

/** Simulates the system to which a deployment reports new accounts. */
export interface Receiver {
  /** Handles the server's request and returns the status. */
  receive(call: {
    headers: Record<string, string | string[] | undefined>
    body: string
  }): 200 | 400 | 401 | 503
  /** Makes reports about this email address fail until `recover`. */
  fail(email: string): void
  recover(email: string): void
  announcements(): Announcement[]
}

export function createReceiver(key: Buffer): Receiver {
  const noted = new Map<string, Announcement>()
  const failing = new Set<string>()

  return {
    receive: ({ headers, body }) => {
      if (!isSigned(headers, body, key)) return 401
      const newUser = parse(body)
      const idempotencyKey = headers['idempotency-key']
      if (newUser === null || typeof idempotencyKey !== 'string') return 400
      if (newUser.email !== null && failing.has(newUser.email)) return 503
      const times = (noted.get(idempotencyKey)?.times ?? 0) + 1
      noted.set(idempotencyKey, { idempotencyKey, ...newUser, times })
      return 200
    },
    fail: (email) => void failing.add(email),
    recover: (email) => void failing.delete(email),
    announcements: () => [...noted.values()],
  }
}

function isSigned(
  headers: Record<string, string | string[] | undefined>,
  body: string,
  key: Buffer,
): boolean {
  const signed = `${String(headers['foyer-timestamp'])}.${body}`
  const expected = Buffer.from(`v1=${createHmac('sha256', key).update(signed).digest('hex')}`)
  const given = Buffer.from(String(headers['foyer-signature']))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function parse(body: string): { uid: string; email: string | null } | null {
  try {
    const { uid, email = null } = JSON.parse(body) as { uid?: unknown; email?: unknown }
    if (typeof uid !== 'string') return null
    return { uid, email: typeof email === 'string' ? email : null }
  } catch {
    return null
  }
}
