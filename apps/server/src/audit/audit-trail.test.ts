import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import { readAudit } from './audit-trail.ts'

describeWithEachStore('the audit trail', (database) => {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
  beforeAll(async () => {
    for (const hour of [1, 2, 3, 4, 5]) {
      await sql`insert into audit (at, action, outcome, uid)
        values (${at(hour)}, 'welcome', 'done', ${hour % 2 === 0 ? 'even' : 'odd'})`.execute(
        database(),
      )
    }
  })
  const hours = async (filter: Partial<Parameters<typeof readAudit>[1]>, limit?: number) => {
    const all = { since: null, uid: null, ...filter }
    const { records, isTruncated } = await readAudit(database(), all, limit)
    return [records.map((record) => new Date(record.at).getUTCHours()), isTruncated]
  }

  it('entries are read oldest first, of one account, and of a time', async () => {
    expect(await hours({})).toEqual([[1, 2, 3, 4, 5], false])
    expect(await hours({ uid: 'odd' })).toEqual([[1, 3, 5], false])
    expect(await hours({ since: at(2), until: at(4) })).toEqual([[2, 3], false])
  })

  it('the latest entries are read, and it is reported that there are more', async () => {
    expect(await hours({}, 2)).toEqual([[4, 5], true])
    expect(await hours({}, 5)).toEqual([[1, 2, 3, 4, 5], false])
    expect(await hours({ uid: 'even' }, 1)).toEqual([[4], true])
  })
})
