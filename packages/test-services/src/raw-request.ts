import { connect, type AddressInfo, type Server } from 'node:net'
import { text } from 'node:stream/consumers'

interface Listening {
  server: Server
}

/** Sends what no client library would, and gives the whole answer. */
export async function rawRequest(app: Listening, request: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return text(socket)
}

/** A GET whose target reaches the server exactly as written. */
export async function rawGet(app: Listening, target: string): Promise<string> {
  return rawRequest(app, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
}
