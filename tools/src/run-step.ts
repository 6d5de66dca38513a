import { spawn } from 'node:child_process'
import { endTree } from '../../local/src/setup/process-tree.mjs'

const isWindows = process.platform === 'win32'

export type Step = {
  name: string
  command: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
}

export type StepResult = { name: string; ok: boolean; seconds: number; output: string }

type Options = {
  /** What was printed, as it comes. */
  onOutput?: (chunk: Buffer) => void
  /** Interrupts the program and all that it started, as Ctrl-C does. Their end is waited for. */
  signal?: AbortSignal
}

/** Runs a program to its end; what it printed comes back in the order it came. */
export function runStep(
  { name, command, args, env }: Step,
  { onOutput = () => {}, signal }: Options = {},
): Promise<StepResult> {
  const started = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, to be interrupted as a whole: a shell passes no signal on.
      detached: signal !== undefined && !isWindows,
      windowsHide: true,
    })
    signal?.addEventListener('abort', () => endTree(child, 'SIGINT'))
    const keep = (chunk: Buffer) => {
      output += chunk.toString()
      onOutput(chunk)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => {
      output += String(error)
    })
    child.on('close', (code) =>
      resolve({ name, ok: code === 0, seconds: (performance.now() - started) / 1000, output }),
    )
  })
}
