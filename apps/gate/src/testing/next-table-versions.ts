import { tableVersions as released, type TableVersion } from '../postgres/table-versions.ts'

/** The versions of a gate that is one release ahead: a table and a column more. */
export const tableVersions: readonly TableVersion[] = [
  ...released,
  {
    worksSince: released.length,
    sql: `
      create table gate_notes (id int primary key);
      alter table gate_spent add column spent_at timestamptz not null default now()`,
  },
]

/** The release after that removes what the released version still uses. */
export const laterVersions: readonly TableVersion[] = [
  ...tableVersions,
  { worksSince: released.length + 1, sql: 'alter table gate_spent rename column id to spent_id' },
]
