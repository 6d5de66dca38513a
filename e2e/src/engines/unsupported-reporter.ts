import type { FullConfig, Reporter } from '@playwright/test/reporter'
import { unsupported } from './unsupported.ts'

/** Prints which flows the engines of this run leave out. */
export default class UnsupportedReporter implements Reporter {
  #engines: readonly string[] = []

  onBegin({ projects }: FullConfig): void {
    this.#engines = projects.map(({ name }) => name)
  }

  onEnd(): void {
    for (const { engine, test, reason } of unsupported) {
      if (this.#engines.includes(engine)) {
        process.stdout.write(`Not run in ${engine}: ${test}\n  ${reason}\n`)
      }
    }
  }
}
