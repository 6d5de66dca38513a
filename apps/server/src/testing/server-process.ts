import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from '@foyer/test-services/bundle-program'

const app = fileURLToPath(new URL('../..', import.meta.url))

const external = ['@electric-sql/pglite', 'pg-native']

export const buildServer = (): Promise<string> => bundleProgram(app, external)

/** A server of the next version, which needs other tables. */
export const buildNextServer = (): Promise<string> =>
  bundleProgram(app, external, {
    file: 'store/schema-versions.ts',
    by: 'testing/next-schema-versions.ts',
  })

export interface ServerProcess {
  /** Rejects with the server's output if the process ends before it listens. */
  address: Promise<string>
  /** The signal that ended the process, or null. */
  ended: Promise<NodeJS.Signals | null>
  /** The lines of its log until now. */
  log(): string[]
  /** Sends the signal and waits until the process has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export function startServer(file: string, environment: Record<string, string>): ServerProcess {
  const { PATH = '' } = process.env
  // Tests end before V8's optimisation of the embedded store pays off.
  const child = spawn(process.execPath, ['--liftoff-only', file], {
    env: { PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal))
  })
  let log = ''
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const address = addressOf(child)
  // Avoids an unhandled rejection if a test waits only for the end of the process.
  address.catch(() => {})
  return {
    address,
    ended,
    log: () => log.split('\n'),
    async end(signal) {
      child.kill(signal)
      await ended
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
      if (address !== undefined) resolve(address)
    }
    // Reads until the process ends, because a full pipe would block it.
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', () => reject(new Error(`the server ended before it listened:\n${said}`)))
  })
}
