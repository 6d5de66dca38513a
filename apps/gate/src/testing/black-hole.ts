import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '@foyer/test-services/postgres-server'

/** A proxy in front of a database, which a test can make silent: it then accepts connections and never answers. */
export async function startBlackHole(databaseUrl: string) {
  const { hostname, port: databasePort } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const state = { isSilent: false }
  const server = createServer((client) => {
    const database = connect(Number(databasePort), hostname)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      from.on('data', (chunk) => void (state.isSilent || to.write(chunk)))
    }
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: databaseUrl.replace(`:${databasePort}/`, `:${port}/`),
    setSilent: (isSilent: boolean) => void (state.isSilent = isSilent),
    /** Cuts the connections that are open. */
    cut: () => sockets.forEach((socket) => socket.destroy()),
    close() {
      sockets.forEach((socket) => socket.destroy())
      server.close()
    },
  }
}
