/** The part of Stryker's JSON report that is used here. */
export interface StrykerReport {
  readonly files: Readonly<
    Record<string, { readonly source: string; readonly mutants: readonly StrykerMutant[] }>
  >
}

export interface StrykerMutant {
  readonly status: string
  readonly replacement?: string
  readonly location: { readonly start: Position; readonly end: Position }
}

/** Both from 1. */
interface Position {
  readonly line: number
  readonly column: number
}

/** Survivors that no test can or should kill. */
export interface ExpectedSurvivors {
  readonly file: string
  /** The line on which the mutants start, without its indentation. */
  readonly line: string
  /** As the report prints them: `original → replacement`. */
  readonly mutants: readonly string[]
  readonly reason: string
}

export interface Survivor {
  readonly place: string
  readonly line: string
  readonly mutant: string
  /** Why it was expected to survive, or null. */
  readonly reason: string | null
}

export interface FileResult {
  readonly file: string
  readonly mutants: number
  readonly killed: number
  readonly survivors: readonly Survivor[]
}

/** A mutant that cannot run, for example because Stryker's code for it is invalid, says nothing about the tests. */
const counted = new Set(['Killed', 'Timeout', 'Survived', 'NoCoverage'])
const killed = new Set(['Killed', 'Timeout'])

/** @param isWanted chooses files: the report also has the results of earlier runs for other files */
export function readResults(
  report: StrykerReport,
  expected: readonly ExpectedSurvivors[],
  isWanted: (file: string) => boolean = () => true,
): FileResult[] {
  return Object.entries(report.files)
    .filter(([file]) => isWanted(file))
    .map(([file, { source, mutants }]) => {
      const lines = source.split('\n')
      const all = mutants.filter(({ status }) => counted.has(status))
      const survivors = all
        .filter(({ status }) => !killed.has(status))
        .map((mutant) => readSurvivor(file, lines, mutant, expected))
      return { file, mutants: all.length, killed: all.length - survivors.length, survivors }
    })
    .filter(({ mutants }) => mutants > 0)
    .toSorted((one, other) => one.file.localeCompare(other.file, 'en'))
}

/** The entries of the list, in the mutated files, that match no survivor: the code has changed, or a test kills them. */
export function outdated(
  results: readonly FileResult[],
  expected: readonly ExpectedSurvivors[],
): string[] {
  return expected.flatMap(({ file, line, mutants }) => {
    const result = results.find((result) => result.file === file)
    if (!result) return []
    return mutants
      .filter((mutant) => !result.survivors.some((s) => s.line === line && s.mutant === mutant))
      .map((mutant) => `${file}: ${mutant} in ${line}`)
  })
}

export function asText(results: readonly FileResult[]): string {
  const files = results.map((result) => {
    const rows = result.survivors.map(
      ({ place, line, mutant, reason }) =>
        `    ${place}  ${mutant}\n        ${reason === null ? `in ${line}` : `expected: ${reason}`}\n`,
    )
    return `${result.file}: ${scoreText(result)}\n${rows.join('')}`
  })
  return `${files.join('')}\nAll: ${scoreText(total(results))}\n`
}

/** The survivors of all files without a reason. */
export function unexplained(results: readonly FileResult[]): Survivor[] {
  return results.flatMap(({ survivors }) => survivors).filter(({ reason }) => reason === null)
}

function total(results: readonly FileResult[]): Omit<FileResult, 'file'> {
  return {
    mutants: results.reduce((sum, { mutants }) => sum + mutants, 0),
    killed: results.reduce((sum, { killed }) => sum + killed, 0),
    survivors: results.flatMap(({ survivors }) => survivors),
  }
}

function scoreText({ mutants, killed, survivors }: Omit<FileResult, 'file'>): string {
  const explained = survivors.filter(({ reason }) => reason !== null).length
  const score = mutants === 0 ? 100 : (100 * killed) / mutants
  const expected = explained === 0 ? '' : `, ${explained} of them expected`
  return `${mutants} mutants, ${killed} killed, ${survivors.length} survived${expected}, ${score.toFixed(1)} %`
}

function readSurvivor(
  file: string,
  lines: readonly string[],
  { location: { start, end }, replacement = '' }: StrykerMutant,
  expected: readonly ExpectedSurvivors[],
): Survivor {
  const line = lines[start.line - 1] ?? ''
  const original =
    start.line === end.line
      ? line.slice(start.column - 1, end.column - 1)
      : `${line.slice(start.column - 1)} …`
  const mutant = `${original} → ${replacement.replaceAll(/\s+/g, ' ')}`
  const entry = expected.find(
    (entry) => entry.file === file && entry.line === line.trim() && entry.mutants.includes(mutant),
  )
  return {
    place: `${start.line}:${start.column}`,
    line: line.trim(),
    mutant,
    reason: entry?.reason ?? null,
  }
}
