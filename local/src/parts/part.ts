import type { ChildProcess } from 'node:child_process'
import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LocalError } from '../settings/local-error.ts'
import { endTree, startNode } from '../setup/process-tree.mjs'
import { createLogTail } from './log-tail.ts'

export interface PartPlan {
  name: string
  /** What follows `node` on the command line. */
  args: string[]
  env: NodeJS.ProcessEnv
  cwd: string
  /** Answers 200 once the part can do its work. */
  readyUrl: string
  /** How long it may take to leave when asked. */
  stopLimitMs?: number
  /** Runs each time the part has become ready, before it counts as such. */
  prepare?: () => Promise<void>
}

export type PartState = 'stopped' | 'starting' | 'ready' | 'stopping'

/** One process of the stack. Its actions run one after another, in the order they were asked for. */
export interface Part {
  readonly name: string
  state(): PartState
  start(): Promise<void>
  /** Asks it to leave, and insists after a while. */
  stop(): Promise<void>
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
}

interface Surroundings {
  logFolder: string
  /** The part has left without being asked to. */
  onCrash: (reason: string) => void
}

// The emulator needs ten seconds of a free processor, and minutes of a busy one.
const START_LIMIT_MS = 240_000
const STOP_LIMIT_MS = 5_000
const POLL_MS = 100

export function createPart(plan: PartPlan, { logFolder, onCrash }: Surroundings): Part {
  const logFile = join(logFolder, `${plan.name}.log`)
  rmSync(logFile, { force: true })
  let state: PartState = 'stopped'
  let child: ChildProcess | null = null
  let gone: Promise<string> = Promise.resolve('')
  let last: Promise<void> = Promise.resolve()

  const inTurn = (action: () => Promise<void>) => {
    const turn = last.then(action)
    last = turn.catch(() => {})
    return turn
  }

  const spawn = () => {
    const started = startNode(plan.args, { cwd: plan.cwd, env: plan.env })
    const tail = createLogTail(createWriteStream(logFile, { flags: 'a', mode: 0o600 }))
    started.stdout?.on('data', tail.take)
    started.stderr?.on('data', tail.take)
    gone = new Promise((resolve) => {
      const leave = (how: string) => {
        if (child !== started) return
        child = null
        const reason = `The ${plan.name} has ended (${how}). Its last output, from ${logFile}:\n\n${tail.end()}`
        const wasReady = state === 'ready'
        state = 'stopped'
        resolve(reason)
        if (wasReady) onCrash(reason)
      }
      started.once('error', (error) => leave(error.message))
      started.once('close', (code, signal) => leave(signal ?? `exit code ${code}`))
    })
    child = started
  }

  // At once, not in turn: a part that is still starting must not keep anyone waiting.
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child === null) return
    const [leaving, left] = [child, gone]
    const limit = plan.stopLimitMs ?? STOP_LIMIT_MS
    state = 'stopping'
    endTree(leaving, signal)
    if (signal === 'SIGTERM' && !(await within(limit, left))) endTree(leaving, 'SIGKILL')
    await left
  }

  return {
    name: plan.name,
    state: () => state,
    start: () =>
      inTurn(async () => {
        if (state === 'ready') return
        await gone
        state = 'starting'
        spawn()
        const waiting = new AbortController()
        const ready = becomesReady(plan.readyUrl, waiting.signal).then(plan.prepare)
        try {
          await Promise.race([gone.then(failWith), ready])
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
    if (await answersWell(url)) return
    await delay(POLL_MS)
  }
  if (!waiting.aborted) failWith(`${url} did not answer within ${START_LIMIT_MS / 1000} seconds.`)
}

async function answersWell(url: string): Promise<boolean> {
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
