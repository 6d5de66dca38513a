import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Authority } from './certificates.ts'
import { startIdentityPlatformServer } from './identity-platform-server.ts'

const hosts = ['iamcredentials', 'identitytoolkit', 'oauth2', 'www'].map(
  (name) => `${name}.googleapis.com`,
)

/** What is not Identity Platform's: access tokens, and signatures of the service account. */
function otherAnswer(path: string): string | null {
  if (path === '/token') return '{"access_token":"token","token_type":"Bearer","expires_in":3600}'
  return path.endsWith(':signBlob') ? '{"keyId":"a","signedBlob":"c2lnbmVk"}' : null
}

/** Whether this Node sends its requests to the proxy of `HTTPS_PROXY`. */
export const canUseProxy = process.allowedNodeEnvironmentFlags.has('--use-env-proxy')

/**
 * A network whose only way out is a proxy, and an Identity Platform behind it. Its certificates are of a private
 * authority, as those of a proxy that inspects TLS are.
 */
export async function startGoogleBehindProxy(authority: Authority) {
  const platform = await startIdentityPlatformServer()
  const google = https.createServer(authority.issue(hosts), (request, response) => {
    const other = otherAnswer(request.url ?? '')
    if (other === null) return platform.respond(request, response)
    response.setHeader('content-type', 'application/json')
    request.resume().on('end', () => response.end(other))
    return undefined
  })
  google.listen(0, '127.0.0.1')
  await once(google, 'listening')

  const asked = new Set<string>()
  const sockets = new Set<Socket>()
  const proxy = http.createServer((_request, response) => void response.writeHead(502).end())
  proxy.on('connect', (request, socket: Socket, head: Buffer) => {
    const [host = ''] = (request.url ?? '').split(':')
    asked.add(host)
    const upstream = connect((google.address() as AddressInfo).port, '127.0.0.1')
    for (const each of [socket, upstream]) sockets.add(each.on('error', () => {}))
    if (!hosts.includes(host)) return socket.destroy()
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    upstream.write(head)
    upstream.pipe(socket).pipe(upstream)
    return undefined
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  return {
    platform,
    /** The hosts that clients asked the proxy for. */
    asked,
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      google.close()
      proxy.close()
      await platform.close()
    },
  }
}
