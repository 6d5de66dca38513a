import { spawn } from 'node:child_process'

/** Runs npm with its output shown as it comes, and kept. */
export function runVisibly(
  npmArgs: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ ok: boolean; output: string; seconds: number }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    let output = ''
    const child = spawn('npm', npmArgs, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    })
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      process.stdout.write(chunk)
    })
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ ok: code === 0, output, seconds: (performance.now() - started) / 1000 }),
    )
  })
}
