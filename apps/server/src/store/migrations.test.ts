import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { laterVersions, schemaVersions as nextVersions } from '../testing/next-schema-versions.ts'
import { createDatabase } from '../testing/test-store.ts'
import { ensureSchema, fitOfSchema, migrate } from './migrations.ts'
import { connectStore } from './open-store.ts'
import { schemaVersions } from './schema-versions.ts'

async function connect() {
  const { database, close } = await connectStore({
    kind: 'postgres',
    url: await createDatabase(),
  })
  onTestFinished(close)
  return database
}

it('tables are made once, and then nothing is to do', async () => {
  const database = await connect()
  expect(await fitOfSchema(database)).toBe('older')
  expect(await migrate(database)).toEqual(schemaVersions.map(({ name }) => name))
  expect(await migrate(database)).toEqual([])
  expect(await fitOfSchema(database)).toBe('same')
})

it('a server that may not migrate refuses missing tables, and makes none', async () => {
  const database = await connect()
  await expect(ensureSchema(database, false)).rejects.toThrow('Run: foyer migrate-store')
  expect(await database.introspection.getTables()).toEqual([])
})

it('tables of the next version are accepted, and those of the version after it are refused', async () => {
  const database = await connect()
  await migrate(database, nextVersions)
  expect(await fitOfSchema(database)).toBe('newer')
  await ensureSchema(database, false)
  await migrate(database, laterVersions)
  await expect(ensureSchema(database, true)).rejects.toThrow('of a newer version')
  await expect(migrate(database)).rejects.toThrow('of a newer version')
})

it('tables that were made before versions said since when they work are known by their number', async () => {
  const database = await connect()
  await migrate(database)
  await sql`alter table kysely_migration drop column works_since`.execute(database)
  expect(await fitOfSchema(database)).toBe('same')
  await sql`insert into kysely_migration values ('9999-unknown', 'x')`.execute(database)
  expect(await fitOfSchema(database)).toBe('too-new')
})

it('each version of the tables works with the servers of the version before it', () => {
  expect(schemaVersions.map(({ name }) => Number(name.slice(0, 4)))).toEqual(
    schemaVersions.map((_, index) => index + 1),
  )
  const late = schemaVersions.filter(({ worksSince }, index) => worksSince > Math.max(1, index))
  expect(late).toEqual([])
})
