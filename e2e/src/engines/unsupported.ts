import type { Engine } from '@foyer/tools/browsers'

interface Unsupported {
  engine: Engine
  /** The whole title of a test in flows/. */
  test: string
  reason: string
}

/** The flows that an engine's driver cannot run. Each run prints them. */
export const unsupported: readonly Unsupported[] = []

/** For Playwright's `grepInvert`. */
export function titlesNotRunIn(engine: Engine): RegExp[] {
  return unsupported
    .filter((entry) => entry.engine === engine)
    .map(({ test }) => new RegExp(`${test.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`))
}
