import { spawn } from 'node:child_process'

export type Step = {
  name: string
  command: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
}

export type StepResult = { name: string; ok: boolean; seconds: number; output: string }

/** Runs a program to its end, showing nothing; what it printed comes back in the order it came. */
export function runStep({ name, command, args, env }: Step): Promise<StepResult> {
  const started = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const finish = (ok: boolean) =>
      resolve({ name, ok, seconds: (performance.now() - started) / 1000, output })
    const keep = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => {
      output += String(error)
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}
