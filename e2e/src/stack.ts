import { fileURLToPath } from 'node:url'

// Other ports than the default, so that tests can run beside a local stack.
const base = Number(process.env['FOYER_E2E_PORT_BASE'] ?? 24_000)

/** The URLs of the stack under test. */
export const stack = {
  login: `http://localhost:${base}`,
  gate: `http://localhost:${base + 100}`,
  tenantsGate: `http://localhost:${base + 101}`,
  /** The sign-in server of the company Initech. */
  initech: `http://localhost:${base + 500}`,
  /** The server's settings, which the stack writes to a file for the operator's commands. */
  serverSettings: fileURLToPath(new URL(`../../.local/${base}/server.env`, import.meta.url)),
} as const

/** How Playwright starts and stops the stack under test. */
export const webServer = {
  command: 'node local/start.mjs',
  cwd: '..',
  env: { FOYER_PORT_BASE: String(base) },
  url: `${stack.login}/local/ready`,
  timeout: 300_000,
  reuseExistingServer: false,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  stdout: 'ignore',
  stderr: 'pipe',
} as const

type Part = 'emulator' | 'server' | 'gate'

/** Asks the stack to stop, kill or start one of its parts, and waits until it has. */
export async function control(part: Part, action: 'start' | 'kill'): Promise<void> {
  const response = await fetch(`${stack.login}/local/control/${part}/${action}`, { method: 'POST' })
  if (!response.ok) throw new Error(`The stack answered ${response.status} to ${action} ${part}.`)
}
