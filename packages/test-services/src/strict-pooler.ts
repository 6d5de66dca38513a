import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './postgres-server.ts'

const known = new Set(['user', 'database', 'application_name', 'client_encoding'])

/**
 * A proxy between a client and Postgres. It refuses startup parameters as PgBouncer does with its default settings,
 * byte for byte.
 */
export async function startStrictPooler(postgresUrl: string) {
  const { hostname, port: postgresPort } = new URL(postgresUrl)
  const sockets = new Set<Socket>()
  const server: Server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {}).on('close', () => sockets.delete(client))
    client.once('data', (startup: Buffer) => {
      const unknown = parametersOf(startup).find((name) => !known.has(name))
      if (unknown !== undefined) {
        client.end(refusal(`unsupported startup parameter: ${unknown}`))
        return
      }
      const upstream = connect(Number(postgresPort), hostname)
      upstream.on('error', () => client.destroy())
      upstream.write(startup)
      client.pipe(upstream).pipe(client)
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: postgresUrl.replace(`:${postgresPort}/`, `:${port}/`),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** The length and the protocol version have four bytes each. Names and values follow, each ended by a zero byte. */
function parametersOf(startup: Buffer): string[] {
  const texts = startup.subarray(8).toString().split('\0')
  return texts.filter((text, index) => index % 2 === 0 && text !== '')
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
