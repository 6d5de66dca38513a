import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from '@foyer/test-services/bundle-program'

const app = fileURLToPath(new URL('../..', import.meta.url))

export const buildGate = (): Promise<string> => bundleProgram(app, ['pg-native'])

/** A gate of the next version, which needs other tables. */
export const buildNextGate = (): Promise<string> =>
  bundleProgram(app, ['pg-native'], {
    file: 'postgres/table-versions.ts',
    by: 'testing/next-table-versions.ts',
  })

export interface GateProcess {
  child: ChildProcess
  output: { out: string; error: string }
  /** Resolves to the port when the gate listens. Rejects with its output if the process ended before. */
  listening(): Promise<number>
  end(signal: NodeJS.Signals): Promise<[code: number | null, signal: NodeJS.Signals | null]>
  /** Resolves to the exit code when the process has ended and all its output has arrived. */
  closed: Promise<number | null>
}

export function startGate(
  file: string,
  environment: Record<string, string>,
  args: readonly string[] = [],
): GateProcess {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.error += chunk.toString()))
  const closed = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    output,
    closed,
    async listening() {
      while (!output.out.includes('gate is listening')) {
        const said = once(child.stdout, 'data').then(() => 'data')
        const first = await Promise.race([said, closed.then(() => 'closed')])
        if (first === 'closed') throw new Error(`The gate did not start: ${output.error}`)
      }
      const { port } = JSON.parse(output.out.split('\n', 1)[0] ?? '') as { port: number }
      return port
    },
    async end(signal) {
      const exit = once(child, 'exit')
      child.kill(signal)
      return (await exit) as [number | null, NodeJS.Signals | null]
    },
  }
}
