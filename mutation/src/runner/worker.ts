import { BroadcastChannel } from 'node:worker_threads'
import { inspect } from 'node:util'
import { startTests } from '@vitest/runner'
import type { File, Task, Test } from '@vitest/runner'
import { TestRunner, inject, vi } from 'vitest'
import type { AllTestsDone, FileTests, Hits, MutantDone, MutantRun } from './messages.ts'
import type { Request, Response, TestOutcome } from './messages.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    mutationChannel: string
  }
}

/** Read and written by the code that Stryker adds to the product. */
interface Instrumentation {
  activeMutant?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  currentTestId?: string | undefined
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Hits> }
}

const instrumentation: Instrumentation = ((
  globalThis as { __stryker__?: Instrumentation }
).__stryker__ ??= {})

/** What Vitest's runner has, but not its type. Vitest's packages have exact versions in the lock file. */
interface Internals {
  readonly moduleRunner: unknown
  readonly _otel: Parameters<TestRunner['__setTraces']>[0]
  readonly workerState: {
    filepath: string
    readonly evaluatedModules: {
      getModuleById(file: string): object | undefined
      invalidateModule(node: object): void
    }
  }
  cancelRun: boolean
}

const internalsOf = (runner: TestRunner) => runner as unknown as Internals

/** For all tests without mutants, on a machine that is busy. */
const longLimits = { testTimeout: 120_000, hookTimeout: 120_000 }
/** A mutant often leaves a test waiting. */
const shortLimits = { testTimeout: 5_000, hookTimeout: 5_000 }

/** Runs chosen tests of one file, and stops at the first that fails. */
class SelectiveRunner extends TestRunner {
  override importFile(file: string, source: 'collect' | 'setup'): unknown {
    // Otherwise the second run of a file would find the module evaluated, and no tests.
    const { evaluatedModules } = internalsOf(this).workerState
    const evaluated = evaluatedModules.getModuleById(file)
    if (evaluated) evaluatedModules.invalidateModule(evaluated)
    return super.importFile(file, source)
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    await super.onBeforeRunTask(test)
    instrumentation.currentTestId = test.id
  }

  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test)
    instrumentation.currentTestId = undefined
    if (this.isFirstFailureLast && test.result?.state === 'fail') internalsOf(this).cancelRun = true
  }

  isFirstFailureLast = true
}

/**
 * Vitest starts a worker for each run and imports everything again, which takes much longer than the tests of a
 * mutant. This runner keeps the worker: it is given one test file, and then runs the tests that it is asked to run.
 */
export default class MutantRunner extends TestRunner {
  override async importFile(): Promise<void> {
    const channel = new BroadcastChannel(inject('mutationChannel'))
    const answer = (response: Response) => channel.postMessage(response)
    await new Promise<void>((resolve) => {
      channel.addEventListener('message', (message) => {
        const request = (message as MessageEvent & { data: Request }).data
        if (request.kind === 'stop') return resolve()
        this.#answerTo(request).then(answer, (error: unknown) =>
          answer({ kind: 'error', message: String(error) }),
        )
      })
      answer({ kind: 'ready' })
    })
    channel.close()
  }

  #answerTo(request: Exclude<Request, { kind: 'stop' }>): Promise<Response> {
    return request.kind === 'mutant' ? this.#runMutant(request.run) : this.#runAll(request.files)
  }

  async #runAll(files: readonly string[]): Promise<AllTestsDone> {
    const coverage: NonNullable<Instrumentation['mutantCoverage']> = { static: {}, perTest: {} }
    instrumentation.mutantCoverage = coverage
    const hitsOfImports: Record<string, Hits> = {}
    const hitsOfHooks: Record<string, Hits> = {}
    const milliseconds: Record<string, number> = {}
    const tests: TestOutcome[] = []
    for (const file of files) {
      vi.resetModules()
      coverage.static = {}
      const ran = await this.#runFile({ file, tests: [] }, false, () => {
        hitsOfImports[file] = coverage.static
        coverage.static = {}
      })
      hitsOfHooks[file] = coverage.static
      milliseconds[file] = ran?.collectDuration ?? 0
      tests.push(...outcomesIn(ran, file))
    }
    return {
      kind: 'all-tests',
      tests,
      hitsOfTests: coverage.perTest,
      hitsOfImports,
      hitsOfHooks,
      milliseconds,
    }
  }

  async #runMutant({ mutant, isStatic, hitLimit, files }: MutantRun): Promise<MutantDone> {
    let testsRun = 0
    let failed: TestOutcome | null = null
    for (const file of files) {
      if (isStatic) vi.resetModules()
      Object.assign(instrumentation, { activeMutant: mutant, hitCount: 0, hitLimit })
      const escaped = errorsThatEscape()
      const outcomes = outcomesIn(await this.#runFile(file, true), file.file)
      const [error] = await escaped.end()
      testsRun += outcomes.length
      failed = outcomes.find(({ failure }) => failure !== null) ?? null
      const last = outcomes.at(-1)
      if (!failed && error !== undefined && last) failed = { ...last, failure: inspect(error) }
      if (failed) break
    }
    instrumentation.activeMutant = undefined
    instrumentation.hitCount = undefined
    if (isStatic) vi.resetModules()
    const isUnreliable = failed !== null && (await this.#fails(failed))
    return { kind: 'mutant', testsRun, failed, isUnreliable }
  }

  async #fails({ file, id }: TestOutcome): Promise<boolean> {
    const ran = await this.#runFile({ file, tests: id === file ? [] : [id] }, true)
    return outcomesIn(ran, file).some(({ failure }) => failure !== null)
  }

  async #runFile(
    { file, tests }: FileTests,
    isFirstFailureLast: boolean,
    onCollected?: () => void,
  ): Promise<File | undefined> {
    const limits = isFirstFailureLast ? shortLimits : longLimits
    const runner = new SelectiveRunner({ ...this.config, ...limits })
    runner.isFirstFailureLast = isFirstFailureLast
    const { moduleRunner, _otel, workerState } = internalsOf(this)
    Object.defineProperty(runner, 'moduleRunner', { value: moduleRunner })
    runner.__setTraces(_otel)
    if (onCollected) Object.assign(runner, { onCollected })
    workerState.filepath = file
    instrumentation.currentTestId = undefined
    const spec = tests.length > 0 ? { filepath: file, testIds: [...tests] } : { filepath: file }
    const [ran] = await startTests([spec], runner)
    vi.useRealTimers()
    vi.resetConfig()
    vi.restoreAllMocks()
    return ran
  }
}

/** Errors of promises and timers that no test awaits. Vitest fails a run with such an error. */
function errorsThatEscape() {
  const errors: unknown[] = []
  const listener = (error: unknown) => void errors.push(error)
  process.on('unhandledRejection', listener)
  process.on('uncaughtException', listener)
  return {
    end: async () => {
      await new Promise((resolve) => setImmediate(resolve))
      process.off('unhandledRejection', listener)
      process.off('uncaughtException', listener)
      return errors
    },
  }
}

/** The tests that ran. A file that could not be imported, or a suite whose hook failed, counts as one test. */
function outcomesIn(task: Task | undefined, file: string): TestOutcome[] {
  if (!task) return []
  const failure = task.result?.state === 'fail' ? messageOf(task) : null
  const outcome = {
    id: task.id,
    name: nameOf(task),
    file,
    milliseconds: task.result?.duration ?? 0,
    failure,
  }
  if (task.type === 'test') return task.result && task.mode === 'run' ? [outcome] : []
  const inside = task.tasks.flatMap((child) => outcomesIn(child, file))
  const isOwn = failure !== null && inside.every((test) => test.failure === null)
  return isOwn ? [...inside, { ...outcome, id: task === task.file ? file : task.id }] : inside
}

function messageOf(task: Task): string {
  return task.result?.errors?.[0]?.message ?? 'failed'
}

function nameOf(task: Task): string {
  return task.suite ? `${nameOf(task.suite)} ${task.name}` : task.type === 'suite' ? '' : task.name
}
