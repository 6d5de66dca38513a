import { connect, type AddressInfo, type Server } from 'node:net'
import { text } from 'node:stream/consumers'

interface Listening {
  server: Server
}

/** Sends a request that no client library would send, and returns the whole response. */
export async function rawRequest(app: Listening, request: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return text(socket)
}

/** Sends a GET request whose target reaches the server exactly as written. */
export async function rawGet(app: Listening, target: string): Promise<string> {
  return rawRequest(app, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
}
