import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { closeClient, createClient } from './connection.ts'
import { clockMarginSeconds } from './ended-sessions.ts'

/** It does not keep the process running. */
const pause = (milliseconds: number) => wait(milliseconds, undefined, { ref: false })

/** Tells the other instances that there is something to read. Nothing depends on its arrival. */
export const channel = 'foyer_gate'

/** What has changed since the last reading, or everything at the first one. */
export interface Changes {
  ended: readonly (readonly [sessionId: string, expiresAt: number])[]
  /** Another text after each change of the keys. */
  keysVersion: string
}

interface FollowerDeps {
  url: string
  gate: string
  /** Must not take long, and may use the connection. If it rejects, the connection is opened anew. */
  onChanges: (changes: Changes, client: pg.ClientBase) => Promise<void>
  onFailure: (error: unknown) => void
  pollMilliseconds?: number
}

export interface Follower {
  /** Resolves when everything was read once. */
  ready: Promise<void>
  close(): void
}

/** Even if a notification was lost. With the time of a reading it stays below two seconds. */
const usualPollMilliseconds = 1_000
/** Many sign-outs at once are one reading. */
const gapMilliseconds = 50
/**
 * After so many readings everything is read once more. A pooler may have led the connection to another server, whose
 * transaction numbers do not continue those of the last one.
 */
const readingsBetweenFullOnes = 60

/**
 * Reads the changes that other instances make, on one connection: when the database announces one, and each second. It
 * does so until it is closed. After a lost connection everything is read again.
 */
export function followChanges(deps: FollowerDeps): Follower {
  const { url, onFailure, pollMilliseconds = usualPollMilliseconds } = deps
  const closing = new AbortController()
  const { signal } = closing
  let current: pg.Client | undefined
  let becomeReady = () => {}
  const ready = new Promise<void>((resolve) => (becomeReady = resolve))

  async function followOnce() {
    const client = createClient(url)
    let isAnnounced = false
    let wake = () => {}
    const lost = new Promise<never>((_resolve, reject) => {
      client.on('error', reject)
      client.on('end', () => reject(new Error('the connection was closed')))
    })
    // It is also the outcome of the statement that runs.
    lost.catch(() => {})
    current = client
    client.on('notification', () => {
      isAnnounced = true
      wake()
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      let since = '0'
      for (let reading = 0; !signal.aborted; reading += 1) {
        isAnnounced = false
        since = await readChanges(
          client,
          reading % readingsBetweenFullOnes === 0 ? '0' : since,
          deps,
        )
        becomeReady()
        const announced = new Promise<void>((resolve) => (wake = resolve))
        await Promise.race([pause(gapMilliseconds), lost])
        const rest = pollMilliseconds - gapMilliseconds
        if (!isAnnounced) await Promise.race([pause(rest), announced, lost])
      }
    } finally {
      closeClient(client)
    }
  }

  async function follow() {
    while (!signal.aborted) {
      await followOnce().catch((error: unknown) => {
        if (!signal.aborted) onFailure(error)
      })
      // Instances that lost their connections together do not come back at the same moment.
      await pause(pollMilliseconds * (0.5 + Math.random() / 2))
    }
  }

  void follow()
  return {
    ready,
    close() {
      closing.abort()
      if (current) closeClient(current)
    },
  }
}

/**
 * `since` is a transaction number. All transactions below it had ended at the last reading, so their rows were read.
 * With the number or the time of a row instead, a row of a transaction that ended late would be missed: another one with
 * a higher number was already read.
 */
async function readChanges(
  client: pg.ClientBase,
  since: string,
  { gate, onChanges }: FollowerDeps,
): Promise<string> {
  const { rows } = await client.query<Changes & { next: string }>(
    `select
       pg_snapshot_xmin(pg_current_snapshot())::text as next,
       (select coalesce(string_agg(md5(content), ' ' order by kid), '')
        from gate_keys where gate = $1) as "keysVersion",
       (select coalesce(json_agg(json_build_array(session_id, extract(epoch from expires_at))), '[]')
        from gate_ended_sessions
        where gate = $1 and written_by >= $2::xid8
        and expires_at > now() - $3 * interval '1 second') as ended`,
    [gate, since, clockMarginSeconds],
  )
  const [read] = rows
  if (!read) throw new Error('the database answered without a row')
  await onChanges(read, client)
  return read.next
}
