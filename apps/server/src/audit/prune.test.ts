import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore, type Store } from '../store/open-store.ts'
import { createTestStore } from '../testing/test-store.ts'

const guide = new URL('../../../../docs/operate.md', import.meta.url)

/** The guide's statements, which delete the entries before a time. */
function guideStatements(): string {
  const blocks = readFileSync(guide, 'utf8').matchAll(/```sql\n([^]*?)```/g)
  const found = Array.from(blocks, ([, text = '']) => text).find((text) => text.includes('audit'))
  if (found === undefined) throw new Error('docs/operate.md no longer says how to prune the audit')
  return found
}

let store: Store
beforeAll(async () => {
  store = await openStore((await createTestStore('postgres')).settings)
})
afterAll(() => store.close())

const remaining = async () => {
  const rows = await store.database.selectFrom('audit').select('uid').orderBy('id').execute()
  return rows.map(({ uid }) => uid)
}
const add = (at: string) =>
  sql`insert into audit (at, action, outcome, uid) values (${at}, 'welcome', 'done', ${at})`.execute(
    store.database,
  )

it('the statements of the guide delete the audit entries before a time, and changes are refused again afterwards', async () => {
  const days = ['2024-12-31', '2025-01-31', '2025-02-01', '2026-01-01']
  for (const day of days) await add(day)
  const refused = 'the audit trail is append-only'
  await expect(sql`delete from audit`.execute(store.database)).rejects.toThrow(refused)

  await store.database.connection().execute(async (connection) => {
    for (const statement of guideStatements().split(';\n').filter(Boolean))
      await sql.raw(statement).execute(connection)
  })
  expect(await remaining()).toEqual(['2025-02-01', '2026-01-01'])
  await expect(sql`delete from audit`.execute(store.database)).rejects.toThrow(refused)
  await add('2026-02-01')
  expect(await remaining()).toHaveLength(3)
})
