import type { ChildProcess } from 'node:child_process'
import { createWriteStream, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LocalError } from '../settings/local-error.ts'
import { endTree, startNode } from '../setup/process-tree.mjs'
import { createLogTail } from './log-tail.ts'

export interface PartPlan {
  name: string
  /** The arguments of `node`. */
  args: string[]
  env: NodeJS.ProcessEnv
  cwd: string
  /** Responds with 200 when the part is ready. */
  readyUrl: string
  /** How long it may take to end after SIGTERM. */
  stopLimitMs?: number
  /** Runs after each start, before the part counts as ready. */
  prepare?: () => Promise<void>
}

export type PartState = 'stopped' | 'starting' | 'ready' | 'stopping'

/** One process of the stack. Starts run one after another, in the order of the calls. */
export interface Part {
  readonly name: string
  state(): PartState
  start(): Promise<void>
  /** Sends SIGTERM, and SIGKILL if it does not end in time. */
  stop(): Promise<void>
  /** Sends SIGKILL, to simulate a crash. */
  kill(): Promise<void>
}

interface PartOptions {
  logFolder: string
  /** Called when the part has ended without `stop` or `kill`. */
  onCrash: (reason: string) => void
}

// The emulator starts in ten seconds on an idle processor, and in minutes on a busy one.
const START_LIMIT_MS = 240_000
const STOP_LIMIT_MS = 5_000
const POLL_MS = 100

export function createPart(plan: PartPlan, { logFolder, onCrash }: PartOptions): Part {
  const logFile = join(logFolder, `${plan.name}.log`)
  rmSync(logFile, { force: true })
  let state: PartState = 'stopped'
  let child: ChildProcess | null = null
  let ended: Promise<string> = Promise.resolve('')
  let last: Promise<void> = Promise.resolve()

  const enqueue = (action: () => Promise<void>) => {
    const result = last.then(action)
    last = result.catch(() => {})
    return result
  }

  const spawn = () => {
    const started = startNode(plan.args, { cwd: plan.cwd, env: plan.env })
    // Opened at once: later, the program that stopped the part may have removed the folder.
    const fd = openSync(logFile, 'a', 0o600)
    const tail = createLogTail(createWriteStream(logFile, { fd }))
    started.stdout?.on('data', tail.write)
    started.stderr?.on('data', tail.write)
    ended = new Promise((resolve) => {
      const onEnd = (how: string) => {
        if (child !== started) return
        child = null
        const reason = `The ${plan.name} has ended (${how}). Its last output, from ${logFile}:\n\n${tail.end()}`
        const wasReady = state === 'ready'
        state = 'stopped'
        resolve(reason)
        if (wasReady) onCrash(reason)
      }
      started.once('error', (error) => onEnd(error.message))
      started.once('close', (code, signal) => onEnd(signal ?? `exit code ${code}`))
    })
    child = started
  }

  // Not queued, because a stop must not wait for a slow start.
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child === null) return
    const [ending, hasEnded] = [child, ended]
    const limit = plan.stopLimitMs ?? STOP_LIMIT_MS
    state = 'stopping'
    endTree(ending, signal)
    if (signal === 'SIGTERM' && !(await within(limit, hasEnded))) endTree(ending, 'SIGKILL')
    await hasEnded
  }

  return {
    name: plan.name,
    state: () => state,
    start: () =>
      enqueue(async () => {
        if (state === 'ready') return
        await ended
        state = 'starting'
        spawn()
        const waiting = new AbortController()
        const ready = becomesReady(plan.readyUrl, waiting.signal).then(plan.prepare)
        try {
          await Promise.race([ended.then(failWith), ready])
          state = 'ready'
        } catch (error) {
          await end('SIGKILL')
          throw error
        } finally {
          waiting.abort()
        }
      }),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

function failWith(reason: string): never {
  throw new LocalError('part-failed', reason)
}

async function becomesReady(url: string, waiting: AbortSignal): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS
  while (Date.now() < limit && !waiting.aborted) {
    if (await isResponding(url)) return
    await delay(POLL_MS)
  }
  if (!waiting.aborted) failWith(`${url} did not answer within ${START_LIMIT_MS / 1000} seconds.`)
}

async function isResponding(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

async function within(limit: number, work: Promise<unknown>): Promise<boolean> {
  const controller = new AbortController()
  const timer = delay(limit, false, { signal: controller.signal }).catch(() => false)
  const finished = await Promise.race([work.then(() => true), timer])
  controller.abort()
  return finished
}
