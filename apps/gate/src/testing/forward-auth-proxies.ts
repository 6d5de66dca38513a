import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCaddy, startCaddy } from '@foyer/test-services/caddy'
import { hasNginx, startNginx } from '@foyer/test-services/nginx'

const deploy = join(import.meta.dirname, '../../../../deploy')

interface Ports {
  proxy: number
  gate: number
  auth: number
  application: number
}

export interface ForwardAuthProxy {
  name: string
  isHere: boolean
  /** Starts it with the file in `deploy/`, with these names and ports, and without TLS. */
  start(folder: string, host: string, ports: Ports): Promise<{ close(): Promise<void> }>
}

const withPorts = (text: string, { gate, auth, application }: Ports) =>
  text
    .replaceAll('127.0.0.1:4100', `127.0.0.1:${gate}`)
    .replaceAll('127.0.0.1:4102', `127.0.0.1:${auth}`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${application}`)

export const forwardAuthProxies: readonly ForwardAuthProxy[] = [
  {
    name: 'nginx',
    isHere: hasNginx,
    start(folder, host, ports) {
      const sites = withPorts(readFileSync(join(deploy, 'nginx/forward-auth.conf'), 'utf8'), ports)
        .replace('listen 443 ssl http2;', `listen 127.0.0.1:${ports.proxy};`)
        .replaceAll(/^ *ssl_certificate.*$/gm, '')
        .replace('server_name app.example.com;', `server_name ${host};`)
        .replace('/var/log/nginx/app.log', join(folder, 'access.log'))
      return startNginx(folder, { sites, port: ports.proxy })
    },
  },
  {
    name: 'Caddy',
    isHere: hasCaddy,
    start(folder, host, ports) {
      const sites = withPorts(readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8'), ports).replace(
        'app.example.com {',
        `http://${host}:${ports.proxy} {\n\tbind 127.0.0.1`,
      )
      return startCaddy(folder, { sites, port: ports.proxy })
    },
  },
]
