import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from '@foyer/test-services/bundle-program'

const app = fileURLToPath(new URL('../..', import.meta.url))

export const buildServer = (): Promise<string> =>
  bundleProgram(app, ['@electric-sql/pglite', 'pg-native'])

export interface ServerProcess {
  /** Fails with what the server said when it ended before it listened. */
  address: Promise<string>
  /** How the process ended: the signal that killed it, or null. */
  ended: Promise<NodeJS.Signals | null>
  /** The lines of its log so far. */
  log(): string[]
  /** Ends it as it is told to, or at once. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export function startServer(file: string, environment: Record<string, string>): ServerProcess {
  const { PATH = '' } = process.env
  // The embedded store runs long enough to be optimised, and ends before that pays.
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
  // Whoever waits for the end alone is not told twice.
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
    // Read to the end of the process, or a full pipe would hold it up.
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', () => reject(new Error(`the server ended before it listened:\n${said}`)))
  })
}
