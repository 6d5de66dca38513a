import { sql } from 'kysely'
import type { Database } from '../store/tables.ts'
import { ServerError } from '../errors/server-error.ts'
import { pseudonymOf, type DerivedKeys } from '../keys/derived-keys.ts'

export interface Limit {
  /** The name of the limit, which is also its metric label. */
  name: string
  max: number
  seconds: number
}

export interface Limiter {
  /** Counts one more use by `who`. Rejects with `resource-exhausted` if that exceeds the limit. */
  take(limit: Limit, who: string): Promise<void>
}

/**
 * Each use is one SQL statement, so that instances that count at the same moment do not overwrite each
 * other's counts.
 */
export function createLimiter(
  database: Database,
  keys: Pick<DerivedKeys, 'pseudonym'>,
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
