import { createSecureServer } from 'node:http2'
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { Certificate } from '../../../tools/src/certificate.ts'

export type Answerer = (request: Http2ServerRequest, response: Http2ServerResponse) => void

/** Every host that a page can reach, behind one HTTP/2 server with one certificate. */
export interface Internet {
  readonly port: number
  close(): void
}

export async function createInternet(
  { key, cert }: Certificate,
  hosts: ReadonlyMap<string, Answerer>,
): Promise<Internet> {
  const sessions = new Set<ServerHttp2Session>()
  const server = createSecureServer({ key, cert }, (request, response) => {
    const host = request.authority.split(':')[0] ?? ''
    const answer = hosts.get(host)
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
    session.on('error', () => session.destroy())
  })
  // Not an error: the browser may close a stream early.
  server.on('sessionError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const session of sessions) session.destroy()
      server.close()
    },
  }
}
