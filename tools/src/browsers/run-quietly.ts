import { spawn } from 'node:child_process'

/** Runs a program that may fail, without its output. */
export function runQuietly(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', env })
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  })
}
