import 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of a Postgres in which each test can create its own database. */
    postgresUrl: string
    postgresSocketUrl: string
    /** An unused embedded store. Creating one takes seconds, copying it does not. */
    emptyStore: string
    /** From vitest.config.ts: on which stores `describeWithEachStore` runs its tests. */
    stores: 'both' | 'postgres'
  }
}
