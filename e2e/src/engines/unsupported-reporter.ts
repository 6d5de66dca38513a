import type { FullConfig, Reporter } from '@playwright/test/reporter'
import { notRunIn } from './unsupported.ts'

/** Prints what the engines of this run leave out. */
export default class UnsupportedReporter implements Reporter {
  #engines: readonly string[] = []

  onBegin({ projects }: FullConfig): void {
    this.#engines = projects.map(({ name }) => name)
  }

  onEnd(): void {
    for (const line of this.#engines.flatMap(notRunIn)) process.stdout.write(`${line}\n`)
  }
}
