import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface Options {
  /** The app or package, as `apps/gate`. Its tests are run. */
  readonly folder: string
  /** The folders and files to mutate, from the root of the repository. */
  readonly paths: readonly string[]
  /** The folders whose tests are run, from the root of the repository. */
  readonly tests: readonly string[]
  readonly concurrency: number
  /** How many milliseconds the tests of one mutant may take. */
  readonly budget: number
  /** Whether the results of earlier runs are ignored. */
  readonly isFresh: boolean
}

const usage =
  'Name an app, a package, or folders and files in one of them: npm run mutate -- apps/gate'

/**
 * @param root the folder of the repository
 * @throws Error with a message for the caller
 */
export function parseOptions(args: readonly string[], root: string): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      tests: { type: 'string', multiple: true },
      concurrency: { type: 'string', default: '2' },
      budget: { type: 'string', default: '3000' },
      fresh: { type: 'boolean', default: false },
    },
  })
  const concurrency = readNumber('concurrency', values.concurrency)
  const budget = readNumber('budget', values.budget)
  const fromRoot = (path: string) => relative(root, resolve(root, path)).replaceAll('\\', '/')
  const paths = positionals.map(fromRoot)
  const tests = values.tests?.map(fromRoot)
  const missing = [...paths, ...(tests ?? [])].find((path) => !existsSync(resolve(root, path)))
  if (missing !== undefined) throw new Error(`There is no ${missing}.`)
  const folders = new Set(paths.map((path) => /^(?:apps|packages)\/[^/]+/.exec(path)?.[0]))
  const [folder] = folders
  if (folder === undefined || folders.size > 1) throw new Error(usage)
  return {
    folder,
    paths,
    tests: tests ?? [`${folder}/src`],
    concurrency,
    budget,
    isFresh: values.fresh,
  }
}

function readNumber(option: string, text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1) return number
  throw new Error(`--${option} takes a whole number from 1, not ${text}.`)
}
