import { addRefusals, addSignInCodes, addToldCodes, createEmailCodes } from './email-code-table.ts'
import { createFirstTables } from './first-tables.ts'
import type { Queries } from './tables.ts'

export interface SchemaVersion {
  /** Begins with the number of the version. */
  name: string
  /** The oldest version whose servers still work with these tables. */
  worksSince: number
  make: (db: Queries) => Promise<void>
}

/**
 * Versions 1, 2, … of the tables. Never edit a released one; correct it with a new one. Decision 32 says what a version
 * may change.
 */
export const schemaVersions: readonly SchemaVersion[] = [
  { name: '0001-accounts', worksSince: 1, make: createFirstTables },
  { name: '0002-email-codes', worksSince: 1, make: createEmailCodes },
  { name: '0003-told-codes', worksSince: 1, make: addToldCodes },
  { name: '0004-sign-in-codes', worksSince: 1, make: addSignInCodes },
  { name: '0005-refusals', worksSince: 1, make: addRefusals },
]
