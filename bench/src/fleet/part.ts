import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Two builds of the same part. An upgrade goes from the first to the second. */
export interface Programs {
  current: string
  next: string
}

interface PartOptions {
  name: string
  port: number
  /** Responds with 200 when load balancers may send requests. */
  readyPath: string
  programs: Programs
  environment: Readonly<Record<string, string>>
  /** Of its log. */
  folder: string
}

/** One gate or one server, and what a supervisor does with it. */
export interface Part {
  name: string
  port: number
  /** Resolves when it is ready. */
  start(): Promise<void>
  /** Sends SIGTERM. Resolves when the process has ended, and rejects if it did not end well. */
  stop(): Promise<void>
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>
  /** The next start is one of the next build. */
  upgrade(): void
}

const startMs = 60_000
/** Longer than the drain time, and the time for requests in flight. */
const stopMs = 30_000

export function createPart(options: PartOptions): Part {
  const { name, port, readyPath, programs, environment, folder } = options
  let program = programs.current
  let child: ChildProcess | undefined
  const log = openSync(path.join(folder, `${name.replace(' ', '-')}.log`), 'a')

  async function isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${port}${readyPath}`).then(
      ({ status }) => status === 200,
      () => false,
    )
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    const late = wait(stopMs, 'late', { ref: false })
    if ((await Promise.race([exit, late])) !== 'late') return
    child.kill('SIGKILL')
    await exit
    throw new Error(`${name} had not ended ${stopMs / 1000} seconds after ${signal}.`)
  }

  return {
    name,
    port,
    async start() {
      const { PATH = '' } = process.env
      const started = spawn(process.execPath, [program], {
        env: { PATH, ...environment },
        stdio: ['ignore', log, log],
      })
      child = started
      const deadline = Date.now() + startMs
      while (!(await isReady())) {
        const hasEnded = started.exitCode !== null || started.signalCode !== null
        if (hasEnded || Date.now() > deadline)
          throw new Error(`${name} did not start. Its log is in ${folder}.`)
        await wait(50)
      }
    },
    async stop() {
      await end('SIGTERM')
      if (child?.exitCode !== 0) throw new Error(`${name} ended with ${child?.exitCode}.`)
    },
    kill: () => end('SIGKILL'),
    upgrade: () => void (program = programs.next),
  }
}
