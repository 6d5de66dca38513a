import { claimsOf, type Row } from '@foyer/claims'
import { claimIdsIn, hasClaimIds } from './claim-ids.ts'
import type { RunTest } from './run-test.ts'

export interface Proofs {
  /** The passed tests of each claim with tests, those in a browser first. */
  tests: ReadonlyMap<string, readonly RunTest[]>
  /** The reasons not to trust the tables. Empty if each claim is proven or has another verdict. */
  errors: readonly string[]
}

/** A title with more ids than this proves none of them in particular. */
const mostIds = 2

/**
 * Compares the claims with the tests of a run. Only a test that passed proves a claim, and only one that its own
 * title names: the title of a group does not say what each of its tests checks.
 */
export function prove(rows: readonly Row[], run: readonly RunTest[]): Proofs {
  const claims = rows.flatMap(claimsOf)
  const known = new Map(claims.map((claim) => [claim.id, claim]))
  const tests = new Map<string, RunTest[]>()
  const skipped = new Map<string, RunTest>()
  const errors = [...errorsInTables(rows, claims), ...errorsInGroups(run)]

  for (const test of run.toSorted(browserFirst)) {
    const ids = claimIdsIn(test.title)
    if (ids.length > mostIds) {
      errors.push(`${where(test)} names ${ids.length} claims: at most ${mostIds} fit one test.`)
      continue
    }
    for (const id of ids) {
      if (!known.has(id)) errors.push(`${where(test)} names ${id}, which is no claim.`)
      if (test.status === 'passed') tests.set(id, [...(tests.get(id) ?? []), test])
      if (test.status === 'skipped') skipped.set(id, test)
    }
  }

  for (const { id, decidedOtherwise, doesNotApply } of claims) {
    const isDecided = decidedOtherwise !== undefined || doesNotApply !== undefined
    const isProven = tests.has(id)
    if (isDecided && isProven)
      errors.push(`${id} has a verdict, and a test that claims to prove it.`)
    if (isDecided || isProven) continue
    const test = skipped.get(id)
    errors.push(
      test === undefined
        ? `${id} has no test that passed.`
        : `${id} is only proven by a test that was skipped: ${where(test)}.`,
    )
  }
  return { tests, errors: [...new Set(errors)] }
}

function errorsInTables(rows: readonly Row[], claims: ReturnType<typeof claimsOf>): string[] {
  const rowIds = new Set(rows.map(({ id }) => id))
  const ids = [...rows.filter((row) => row.claims !== undefined), ...claims].map(({ id }) => id)
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  const strays = rows.flatMap((row) =>
    claimsOf(row).filter((claim) => claim.id.replace(/[a-z]$/, '') !== row.id),
  )
  const lost = [...rows, ...claims].filter(
    ({ decidedOtherwise }) => decidedOtherwise !== undefined && !rowIds.has(decidedOtherwise.by),
  )
  return [
    ...twice.map((id) => `${id} is there twice.`),
    ...strays.map(({ id }) => `${id} is in the row of another id.`),
    ...lost.map(({ id }) => `${id} is decided otherwise by a requirement that is not there.`),
  ]
}

function errorsInGroups(run: readonly RunTest[]): string[] {
  return run
    .flatMap(({ file, groups }) => groups.map((group) => ({ file, group })))
    .filter(({ group }) => hasClaimIds(group))
    .map(({ file, group }) => `${file}: the group "${group}" names claims: name them in its tests.`)
}

function where({ file, title }: RunTest): string {
  return `${file}: "${title}"`
}

/** A test in a browser is the strongest proof. */
function browserFirst(a: RunTest, b: RunTest): number {
  const rank = ({ file }: RunTest) => (file.startsWith('e2e/') ? 0 : 1)
  const key = ({ file, groups, title }: RunTest) => [file, ...groups, title].join('\n')
  return rank(a) - rank(b) || (key(a) < key(b) ? -1 : 1)
}
