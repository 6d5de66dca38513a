import http from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './listen.ts'

interface Announcement {
  headers: http.IncomingHttpHeaders
  body: string
}

/** The customer's system that is notified of new accounts. */
export interface ProvisioningServer {
  url: string
  received: Announcement[]
  /** How the next notifications fail, one each. After that, they succeed. */
  failures: Array<number | 'hang-up' | 'silence' | 'redirect'>
  /** Called before the customer's system answers. */
  onReceived: () => void
  close(): Promise<void>
}

export async function startProvisioningServer(): Promise<ProvisioningServer> {
  const server = http.createServer((request, response) => {
    void answer(request, response)
  })
  const { host, close } = await listen(server)
  const url = `http://${host}/accounts`

  const provisioning: ProvisioningServer = {
    url,
    received: [],
    failures: [],
    onReceived: () => {},
    close,
  }

  async function answer(request: http.IncomingMessage, response: http.ServerResponse) {
    provisioning.received.push({ headers: request.headers, body: await text(request) })
    provisioning.onReceived()
    const failure = provisioning.failures.shift()
    if (failure === 'silence') return
    if (failure === 'hang-up') request.socket.destroy()
    else if (failure === 'redirect') response.writeHead(307, { location: url }).end()
    else response.writeHead(failure ?? 204).end()
  }

  return provisioning
}
