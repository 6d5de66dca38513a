import { sql } from 'kysely'
import type { Database } from '../store/tables.ts'
import { ServerError } from '../errors/server-error.ts'
import { pseudonymOf, type OwnKeys } from '../keys/own-keys.ts'

export interface Limit {
  /** What is counted. */
  name: string
  max: number
  seconds: number
}

export interface Limiter {
  /** Counts one more by `who`; refuses with `resource-exhausted` past the limit. */
  take(limit: Limit, who: string): Promise<void>
}

/** One statement a count, so that instances which count at the same moment miss none of each other's. */
export function createLimiter(
  database: Database,
  keys: Pick<OwnKeys, 'pseudonym'>,
  onExceeded: (name: string) => void = () => {},
): Limiter {
  return {
    async take({ name, max, seconds }, who) {
      const key = `${name}:${pseudonymOf(who, keys)}`
      const end = sql<Date>`now() + make_interval(secs => ${seconds})`
      const isOver = sql<boolean>`limits.ends_at <= now()`
      const { count, left } = await database
        .insertInto('limits')
        .values({ key, count: 1, ends_at: end })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`case when ${isOver} then 1 else limits.count + 1 end`,
            ends_at: sql<Date>`case when ${isOver} then ${end} else limits.ends_at end`,
          }),
        )
        .returning([
          'count',
          sql<number>`ceil(extract(epoch from limits.ends_at - now()))::int`.as('left'),
        ])
        .executeTakeFirstOrThrow()
      if (count <= max) return
      onExceeded(name)
      throw new ServerError('resource-exhausted', { retryAfterSeconds: Math.max(1, left) })
    },
  }
}
