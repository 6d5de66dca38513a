/** What a database says about its tables. */
export interface SchemaState {
  /** The newest version of the tables. 0 if there are none. */
  made: number
  /** The oldest version of the tables whose programs work with these. */
  worksSince: number
}

/**
 * How tables fit a program that was written for version `own` of them. `newer` tables are compatible, `too-new` ones
 * are not.
 */
export type SchemaFit = 'older' | 'same' | 'newer' | 'too-new'

export function schemaFit({ made, worksSince }: SchemaState, own: number): SchemaFit {
  if (worksSince > own) return 'too-new'
  if (made > own) return 'newer'
  return made === own ? 'same' : 'older'
}
