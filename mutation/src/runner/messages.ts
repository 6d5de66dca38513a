/** What Stryker's process and the worker that runs the tests say to each other. */

/** The tests of one file. Ids as Vitest gives them: they depend on the path of the file and the place in it. */
export interface FileTests {
  readonly file: string
  readonly tests: readonly string[]
}

export interface MutantRun {
  readonly mutant: string
  /** Whether the mutant is in code that runs when its module is imported. */
  readonly isStatic: boolean
  /** How often the mutant may run before it counts as an endless loop. */
  readonly hitLimit: number
  readonly files: readonly FileTests[]
}

export type Request =
  | { readonly kind: 'all-tests'; readonly files: readonly string[] }
  | { readonly kind: 'mutant'; readonly run: MutantRun }
  | { readonly kind: 'stop' }

export interface TestOutcome {
  readonly id: string
  readonly name: string
  readonly file: string
  readonly milliseconds: number
  /** Null for a test that passed. */
  readonly failure: string | null
}

/** Mutants, and how often they ran. */
export type Hits = Readonly<Record<string, number>>

export interface AllTestsDone {
  readonly kind: 'all-tests'
  readonly tests: readonly TestOutcome[]
  readonly hitsOfTests: Readonly<Record<string, Hits>>
  /** By file: the mutants that ran while it was imported. */
  readonly hitsOfImports: Readonly<Record<string, Hits>>
  /** By file: how long it took to import. */
  readonly milliseconds: Readonly<Record<string, number>>
  /** By file: the mutants that ran in hooks for several tests. */
  readonly hitsOfHooks: Readonly<Record<string, Hits>>
}

export interface MutantDone {
  readonly kind: 'mutant'
  readonly testsRun: number
  readonly failed: TestOutcome | null
  /** Whether the test that failed fails without the mutant too, because an earlier mutant broke something. */
  readonly isUnreliable: boolean
}

export type Response =
  | { readonly kind: 'ready' }
  | AllTestsDone
  | MutantDone
  | { readonly kind: 'error'; readonly message: string }
  /** The worker's process has ended, and needs a new one. */
  | { readonly kind: 'ended'; readonly message: string }
