import { openConnection, type Answer, type Connection } from './connection.ts'

export interface Work {
  port: number
  /** The maximum number of concurrent requests. */
  connections: number
  seconds: number
  /** The bytes of the next request; null when there are no more. */
  next: () => Buffer | null
  /** Throws if the response is wrong, because a run with wrong responses measures nothing. */
  check: (answer: Answer) => void
}

export interface Load {
  requests: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

/** At full speed: each connection sends its next request when it has its response. */
export async function loadFully(work: Work): Promise<Load> {
  const { next, check, seconds } = work
  return withConnections(work, async (connections) => {
    const latencies: number[] = []
    const startedAt = performance.now()
    const endsAt = startedAt + seconds * 1000
    await Promise.all(
      connections.map(
        (connection) =>
          new Promise<void>((resolve, reject) => {
            const sendNext = () => {
              const request = performance.now() < endsAt ? next() : null
              if (request === null) {
                resolve()
                return
              }
              const sentAt = performance.now()
              connection.send(request, (answer) => {
                latencies.push(performance.now() - sentAt)
                if (isExpected(answer, check, reject)) sendNext()
              })
            }
            sendNext()
          }),
      ),
    )
    return summarise(latencies, performance.now() - startedAt)
  })
}

/** How late a timer of one millisecond usually is. */
const timerMilliseconds = 2.5

/**
 * At a constant rate, even if the server is slower. The time of a request that had to wait for a
 * connection starts when it was due: real users do not wait until the server is fast again.
 */
export async function loadAtRate(work: Work & { perSecond: number }): Promise<Load> {
  const { next, check, seconds, perSecond } = work
  return withConnections(work, async (connections) => {
    const idle = [...connections]
    const latencies: number[] = []
    const total = Math.round(seconds * perSecond)
    const startedAt = performance.now()
    await new Promise<void>((resolve, reject) => {
      let sent = 0
      const sendDue = () => {
        const now = performance.now()
        for (;;) {
          const dueAt = startedAt + (sent * 1000) / perSecond
          if (sent === total || dueAt > now) break
          // In turn, because an unused connection would be closed.
          const connection = idle.shift()
          const request = connection && next()
          if (!connection || !request) break
          sent += 1
          // A late timer of the sender does not count, unless the process was blocked.
          const countsFrom = now - dueAt < timerMilliseconds ? now : dueAt
          connection.send(request, (answer) => {
            latencies.push(performance.now() - countsFrom)
            idle.push(connection)
            if (isExpected(answer, check, reject) && latencies.length === total) resolve()
          })
        }
        if (sent < total) setTimeout(sendDue, 1)
      }
      sendDue()
    })
    return summarise(latencies, performance.now() - startedAt)
  })
}

async function withConnections(
  { port, connections: count }: Work,
  send: (connections: readonly Connection[]) => Promise<Load>,
): Promise<Load> {
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)))
  try {
    return await send(connections)
  } finally {
    for (const connection of connections) connection.close()
  }
}

function isExpected(
  answer: Answer | Error,
  check: Work['check'],
  reject: (error: unknown) => void,
): boolean {
  try {
    if (answer instanceof Error) throw answer
    check(answer)
    return true
  } catch (error) {
    reject(error)
    return false
  }
}

function summarise(latencies: number[], milliseconds: number): Load {
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]
  const [p50, p99] = [at(0.5), at(0.99)]
  if (p50 === undefined || p99 === undefined) throw new Error('Nothing was measured.')
  return { requests: sorted.length, perSecond: (sorted.length / milliseconds) * 1000, p50, p99 }
}
