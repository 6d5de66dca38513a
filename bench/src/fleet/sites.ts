import { readFileSync } from 'node:fs'

/** The names in deploy/nginx/foyer.conf. */
export const applicationSite = 'app.example.com'
export const loginSite = 'login.example.com'
export type Site = typeof applicationSite | typeof loginSite

export const originOf = (site: Site) => `https://${site}`

interface Places {
  /** Of the configuration's certificate and log. */
  folder: string
  port: number
  /** Where plain HTTP is redirected to TLS. */
  plainPort: number
  /** The ports of the instances that requests are sent to. */
  gates: readonly number[]
  servers: readonly number[]
}

const configuration = new URL('../../../deploy/nginx/foyer.conf', import.meta.url)

/** deploy/nginx/foyer.conf with these ports and folders. Everything else is as it is deployed. */
export function sitesOf({ folder, port, plainPort, gates, servers }: Places): string {
  const changes: [string, string][] = [
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['    server gate:4100 max_fails=0;', linesOf(gates)],
    ['    server server:4001 max_fails=0;', linesOf(servers)],
    ['/etc/nginx/tls', folder],
    ['/var/log/nginx', folder],
  ]
  let text = readFileSync(configuration, 'utf8')
  for (const [deployed, here] of changes) {
    if (!text.includes(deployed)) throw new Error(`foyer.conf no longer has "${deployed}".`)
    text = text.replaceAll(deployed, here)
  }
  return text
}

const linesOf = (ports: readonly number[]) =>
  ports.map((port) => `    server 127.0.0.1:${port} max_fails=0;`).join('\n')
