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
  /** Called with the output as it arrives. */
  onOutput?: (chunk: Buffer) => void
  /** Interrupts the program and its child processes, as Ctrl-C does, and waits until they end. */
  signal?: AbortSignal
}

/** Runs a program to its end, and returns its output in order. */
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
      // A separate process group, so that all of it gets the interrupt: a shell does not forward signals.
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
