import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from './find-program.ts'
import { freePort } from './postgres-server.ts'

/** It is not on npm. */
const program = findProgram('pgbouncer')

export const hasPgBouncer = spawnSync(program, ['--version']).status === 0

/** A real PgBouncer in front of a real Postgres, with its default settings except for the pool mode. */
export async function startPgBouncer(
  postgresUrl: string,
  poolMode: 'session' | 'transaction',
): Promise<{ url: string; close: () => Promise<void> }> {
  const target = new URL(postgresUrl)
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-pgbouncer-'))
  chmodSync(folder, 0o755)
  const file = path.join(folder, 'pgbouncer.ini')
  const port = await freePort()
  writeFileSync(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
`,
  )
  // PgBouncer does not run as root. The user is the one that Postgres runs as in tests.
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(program, [...asUser, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('process up')) resolve()
    })
    void exited.then(() => reject(new Error(`PgBouncer ended: ${log}`)))
  })
  target.port = String(port)
  return {
    url: target.href,
    async close() {
      child.kill('SIGQUIT')
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}
