import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { createVitest } from 'vitest/node'
import type { Vitest } from 'vitest/node'
import type { AllTestsDone, FileTests, Hits, Request, Response } from './messages.ts'

/** The parts of Stryker's interfaces that are used here. They are in a package that is installed only for a run. */
interface MutantRunOptions {
  readonly testFilter?: readonly string[]
  readonly hitLimit?: number
  readonly activeMutant: { readonly id: string }
  readonly sandboxFileName: string
}

/** What the first process measured, for all of them. Their working folder is the copy. */
const measuredFile = () => resolve('measured.json')

interface Measured {
  readonly staticMutants: readonly string[]
  /** Milliseconds, by the path of a test file and by the id of a test. */
  readonly imports: Readonly<Record<string, number>>
  readonly tests: Readonly<Record<string, number>>
}

/** How many milliseconds the tests of one mutant may take. */
const budget = Number(process.env['FOYER_MUTATION_BUDGET'] ?? 3_000)

/** Separates the path of a test's file from its id. */
const separator = '::'

/** Stryker's test runner for Vitest, with a worker that stays. See worker.ts. */
class StayingVitestRunner {
  #vitest: Vitest | null = null
  #worker: Worker | null = null
  #files: string[] = []

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init(): Promise<void> {
    const vitest = await createVitest('test', { config: 'mutation/vitest.config.ts', watch: false })
    this.#files = pathsOf(await vitest.globTestSpecifications())
    this.#vitest = vitest
  }

  async dryRun({ files: mutated = [] }: { readonly files?: readonly string[] }) {
    if (!this.#vitest) throw new Error('The runner was not started.')
    // Only the tests that import a mutated file.
    this.#vitest.config.related = [...mutated]
    this.#files = pathsOf(await this.#vitest.getRelevantTestSpecifications())
    const done = await this.#ask({ kind: 'all-tests', files: this.#files })
    if (done.kind !== 'all-tests') return { status: 'error', errorMessage: errorIn(done) }
    const { perTest, staticMutants } = coverageOf(done)
    const measured: Measured = {
      staticMutants,
      imports: done.milliseconds,
      tests: Object.fromEntries(done.tests.map(({ id, milliseconds }) => [id, milliseconds])),
    }
    writeFileSync(measuredFile(), JSON.stringify(measured))
    const tests = done.tests.map(({ id, name, file, milliseconds, failure }) => ({
      id: `${file}${separator}${id}`,
      name,
      fileName: file,
      timeSpentMs: milliseconds,
      ...(failure === null ? { status: 0 } : { status: 1, failureMessage: failure }),
    }))
    return { status: 'complete', tests, mutantCoverage: { static: {}, perTest } }
  }

  async mutantRun(options: MutantRunOptions) {
    const isStatic = measured().staticMutants.includes(options.activeMutant.id)
    const all = testsByFile(options.testFilter ?? [], options.sandboxFileName)
    const files = withinBudget(all, isStatic)
    const run = {
      mutant: options.activeMutant.id,
      isStatic,
      hitLimit: options.hitLimit ?? Number.MAX_SAFE_INTEGER,
      files,
    }
    let done = await this.#ask({ kind: 'mutant', run })
    if (done.kind === 'ended' || (done.kind === 'mutant' && done.isUnreliable)) {
      await this.#stopWorker()
      done = await this.#ask({ kind: 'mutant', run })
    }
    if (done.kind === 'ended') {
      await this.#stopWorker()
      // Twice: it is the mutant that ends the process.
      const [first] = options.testFilter ?? []
      return { status: 'killed', killedBy: [first], failureMessage: done.message, nrOfTests: 1 }
    }
    if (done.kind !== 'mutant') return { status: 'error', errorMessage: errorIn(done) }
    if (!done.failed) return { status: 'survived', nrOfTests: done.testsRun }
    if (done.isUnreliable)
      return { status: 'error', errorMessage: `Unreliable: ${done.failed.name}` }
    return {
      status: 'killed',
      killedBy: [`${done.failed.file}${separator}${done.failed.id}`],
      failureMessage: done.failed.failure ?? '',
      nrOfTests: done.testsRun,
    }
  }

  async dispose(): Promise<void> {
    await this.#stopWorker()
    await this.#vitest?.close()
  }

  async #ask(request: Request): Promise<Response> {
    if (!this.#vitest) throw new Error('The runner was not started.')
    this.#worker ??= await startWorker(this.#vitest, this.#files[0] ?? '')
    return this.#worker.ask(request)
  }

  async #stopWorker(): Promise<void> {
    await this.#worker?.stop()
    this.#worker = null
  }
}

function pathsOf(specifications: readonly { readonly moduleId: string }[]): string[] {
  return specifications.map(({ moduleId }) => moduleId).toSorted()
}

interface Worker {
  readonly ask: (request: Request) => Promise<Response>
  readonly stop: () => Promise<void>
}

let workers = 0

async function startWorker(vitest: Vitest, anyFile: string): Promise<Worker> {
  const name = `foyer-mutation-${process.pid}-${(workers += 1)}`
  vitest.provide('mutationChannel', name)
  const channel = new BroadcastChannel(name)
  const next = () =>
    new Promise<Response>((resolve) => {
      channel.addEventListener(
        'message',
        (message) => resolve((message as MessageEvent & { data: Response }).data),
        { once: true },
      )
    })
  const ready = next()
  const run = vitest.start([anyFile])
  // If the worker ends before it is asked to, nobody would answer.
  const ended = run.then(
    (): Response => ({ kind: 'ended', message: 'The process that runs the tests ended.' }),
    (error: unknown): Response => ({ kind: 'ended', message: String(error) }),
  )
  await Promise.race([ready, ended])
  return {
    ask: (request) => {
      const response = next()
      channel.postMessage(request)
      return Promise.race([response, ended])
    },
    stop: async () => {
      channel.postMessage({ kind: 'stop' } satisfies Request)
      await ended
      channel.close()
    },
  }
}

/** A mutant that a file runs while it is imported, or in a hook, can be noticed by each test of that file. */
function coverageOf({ tests, hitsOfTests, hitsOfImports, hitsOfHooks }: AllTestsDone) {
  const perTest: Record<string, Record<string, number>> = {}
  for (const { id, file } of tests) {
    const all = [hitsOfTests[id], hitsOfImports[file], hitsOfHooks[file]]
    perTest[`${file}${separator}${id}`] = sumOf(all.filter((hits) => hits !== undefined))
  }
  const staticMutants = [...new Set(Object.values(hitsOfImports).flatMap(Object.keys))]
  return { perTest, staticMutants }
}

function sumOf(all: readonly Hits[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const [mutant, count] of all.flatMap(Object.entries<number>)) {
    sum[mutant] = (sum[mutant] ?? 0) + count
  }
  return sum
}

/** The tests in the folder of the mutated file come first, because they are the most likely to fail, and quick ones. */
function testsByFile(ids: readonly string[], mutated: string): FileTests[] {
  const files = new Map<string, string[]>()
  for (const id of ids) {
    const [file = '', test = ''] = id.split(separator)
    files.set(file, [...(files.get(file) ?? []), test])
  }
  const rank = (file: string) => (dirname(file) === dirname(mutated) ? 0 : 1)
  return [...files]
    .map(([file, tests]) => ({ file, tests }))
    .toSorted((one, other) => rank(one.file) - rank(other.file) || timeOf(one) - timeOf(other))
}

function timeOf({ tests }: FileTests): number {
  return tests.reduce((sum, test) => sum + (measured().tests[test] ?? 0), 0)
}

/** The files, at least one, whose tests together take no longer than the budget. */
function withinBudget(files: readonly FileTests[], isStatic: boolean): FileTests[] {
  let sum = 0
  return files.filter((file, index) => {
    const time = timeOf(file) + (isStatic ? (measured().imports[file.file] ?? 0) : 0)
    if (index > 0 && sum + time > budget) return false
    sum += time
    return true
  })
}

let known: Measured | null = null

function measured(): Measured {
  known ??= JSON.parse(readFileSync(measuredFile(), 'utf8')) as Measured
  return known
}

function errorIn(response: Response): string {
  return 'message' in response ? response.message : `Unexpected answer: ${response.kind}`
}

const createRunner = () => new StayingVitestRunner()
createRunner.inject = [] as const

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'staying-vitest', factory: createRunner },
]
