import type { Engine } from '@foyer/tools/browsers'

/** A flow that an engine does not run: the whole title of its test. */
interface LeftOut {
  engine: Engine
  test: string
  reason: string
}

/** What an engine's driver cannot do. What depends on it is tested in Chromium alone. */
interface Missing {
  engine: Engine
  call: string
  reason: string
}

const webDriver = 'W3C WebDriver has no command for it.'
const biDi = 'Playwright does not have it over WebDriver BiDi, which drives an unmodified Firefox.'

export const leftOut: readonly LeftOut[] = [
  {
    engine: 'webkit',
    test: 'with pop-ups configured the first press opens a pop-up, and the account chosen there is signed in to the application (RD-04a)',
    reason:
      'WebKit opens a window only for a moment after a press. On a busy machine the driver’s press comes too late for it.',
  },
]

const missing: readonly Missing[] = [
  { engine: 'firefox', call: 'context.grantPermissions (the clipboard)', reason: biDi },
  { engine: 'firefox', call: 'javaScriptEnabled: false', reason: biDi },
  { engine: 'firefox', call: 'request.postData', reason: biDi },
  { engine: 'webkit', call: 'context.grantPermissions', reason: webDriver },
  { engine: 'webkit', call: 'context.storageState', reason: webDriver },
  { engine: 'webkit', call: 'page.addInitScript after the first page load', reason: webDriver },
  { engine: 'webkit', call: 'page.clock', reason: webDriver },
  { engine: 'webkit', call: 'page.emulateMedia', reason: webDriver },
]

/** For Playwright's `grepInvert`. */
export function titlesNotRunIn(engine: Engine): RegExp[] {
  return leftOut
    .filter((entry) => entry.engine === engine)
    .map(({ test }) => new RegExp(`${test.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`))
}

/** The lines that a run prints. */
export function notRunIn(engine: string): string[] {
  return [
    ...leftOut
      .filter((entry) => entry.engine === engine)
      .map(({ test, reason }) => `Not run in ${engine}: ${test}\n  ${reason}`),
    ...missing
      .filter((entry) => entry.engine === engine)
      .map(({ call, reason }) => `Not possible in ${engine}: ${call}. ${reason}`),
  ]
}

/** The titles of the table that no spec has, given the texts of the specs. */
export function titlesWithoutTest(
  entries: readonly Pick<LeftOut, 'test'>[],
  specs: readonly string[],
): string[] {
  return entries
    .map(({ test }) => test)
    .filter((title) => !specs.some((spec) => spec.includes(`test('${title}',`)))
}
