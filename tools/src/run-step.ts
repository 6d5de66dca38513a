import { spawn } from 'node:child_process'

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
  /** Interrupts the program, as Ctrl-C does. Its end is waited for all the same. */
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
      signal,
      killSignal: 'SIGINT',
    })
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
