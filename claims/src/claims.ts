import fieldReports from '../field-reports.json' with { type: 'json' }
import requirements from '../requirements.json' with { type: 'json' }
import * as v from 'valibot'

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())

/** A verdict that no test can give, with its reason. */
const verdictSchema = v.strictObject({
  /** The requirement that wins over this claim. Its id, such as `H4`. */
  decidedOtherwise: v.exactOptional(
    v.strictObject({ by: v.pipe(v.string(), v.regex(/^(?:[A-K]\d{1,2}|I)$/)), why: text }),
  ),
  doesNotApply: v.exactOptional(text),
})

const claimSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^(?:[A-K]\d{1,2}|I|[A-Z]{2,3}-\d{2})[a-z]?$/)),
  statement: text,
  /** For a claim about one input: the input, in any shape that its test reads, and what comes of it. */
  input: v.exactOptional(v.unknown()),
  expected: v.exactOptional(v.unknown()),
  ...verdictSchema.entries,
})

const rowSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^(?:[A-K]\d{1,2}|I|[A-Z]{2,3}-\d{2})$/)),
  statement: text,
  /** Each is proven by tests of its own. Without claims, the row is one claim with the row's id. */
  claims: v.exactOptional(v.pipe(v.array(claimSchema), v.minLength(1))),
  ...verdictSchema.entries,
})

export type Claim = v.InferOutput<typeof claimSchema>
export type Row = v.InferOutput<typeof rowSchema>

/** The rows of a table, in its order. */
export const tables: { requirements: Row[]; fieldReports: Row[] } = {
  requirements: v.parse(v.array(rowSchema), requirements),
  fieldReports: v.parse(v.array(rowSchema), fieldReports),
}

export function claimsOf(row: Row): Claim[] {
  return row.claims ?? [row]
}

export interface Case<Input, Expected> {
  id: string
  statement: string
  input: Input
  expected: Expected
}

/**
 * The claims of a row that name an input, for `it.each`. A test title ends in `($id)`, so that the run
 * shows which inputs were tested.
 */
export function reported<Input = string, Expected = string>(id: string): Case<Input, Expected>[] {
  const row = [...tables.requirements, ...tables.fieldReports].find((row) => row.id === id)
  const cases = row === undefined ? [] : claimsOf(row).filter((claim) => 'input' in claim)
  if (cases.length === 0) throw new Error(`No claim of ${id} names an input.`)
  return cases.map(({ id, statement, input, expected }) => ({
    id,
    statement,
    input: input as Input,
    expected: expected as Expected,
  }))
}
