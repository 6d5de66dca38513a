import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { UnpackedPackages } from './debian-packages.ts'
import { startOpenIdProvider, type OpenIdProvider } from './open-id-provider.ts'
import { freePort, startProcess } from '../load/process.ts'
import { ask, userCount, type Subject } from './subject.ts'

/**
 * Apache with `mod_auth_openidc` as its own guide sets it up: sessions in the server's shared
 * memory, sign-in at an OpenID provider, no request log, and persistent connections.
 */
export async function startApache(
  applicationPort: number,
  { folder, environment }: UnpackedPackages,
): Promise<Subject> {
  const port = await freePort()
  const provider = await startOpenIdProvider()
  const place = mkdtempSync(path.join(tmpdir(), 'foyer-bench-apache-'))
  const file = path.join(place, 'apache.conf')
  const modules = path.join(folder, 'usr/lib/apache2/modules')
  writeFileSync(file, configuration({ port, applicationPort, place, modules, provider }))
  const program = path.join(folder, 'usr/sbin/apache2')
  const args = ['-d', place, '-f', file, '-D', 'FOREGROUND']
  const server = await startProcess(program, args, port, environment)
  const host = `localhost:${port}`
  const users: string[] = []
  while (users.length < userCount) users.push(await signIn(port, host, provider))
  return {
    name: 'Apache `mod_auth_openidc`',
    port,
    host,
    users,
    pid: null,
    async close() {
      await server.close()
      provider.close()
      rmSync(place, { recursive: true, force: true })
    },
  }
}

async function signIn(port: number, host: string, provider: OpenIdProvider): Promise<string> {
  const opened = await ask(port, '/', { host, accept: 'text/html' })
  const there = new URL(opened.headers.location ?? '')
  const asked = await ask(provider.port, there.pathname + there.search, { host: there.host })
  const back = new URL(asked.headers.location ?? '')
  const cookie = opened.cookies.join('; ')
  const { cookies } = await ask(port, back.pathname + back.search, { host, cookie })
  const session = cookies.find((line) => line.startsWith('mod_auth_openidc_session='))
  if (!session) throw new Error('Apache gave no session.')
  return session
}

interface Places {
  port: number
  applicationPort: number
  place: string
  modules: string
  provider: OpenIdProvider
}

const moduleNames = [
  'mpm_event',
  'authn_core',
  'authz_core',
  'authz_user',
  'proxy',
  'proxy_http',
  'auth_openidc',
]

function configuration({ port, applicationPort, place, modules, provider }: Places): string {
  const { issuer, clientId, clientSecret } = provider
  const load = moduleNames.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`)
  return `
${load.join('\n')}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${place}/apache.pid
DefaultRuntimeDir ${place}
ErrorLog ${place}/error.log
User #65534
Group #65534
KeepAlive On
MaxKeepAliveRequests 0
KeepAliveTimeout 600
StartServers 2
ServerLimit 2
ThreadsPerChild 64
MaxRequestWorkers 128
MinSpareThreads 1
MaxSpareThreads 128

OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${clientSecret}
OIDCRedirectURI http://localhost:${port}/signed-in
OIDCCryptoPassphrase bench-passphrase
OIDCSessionInactivityTimeout 3600
OIDCCookieSameSite On

<Location />
  AuthType openid-connect
  Require valid-user
  ProxyPass http://127.0.0.1:${applicationPort}/ keepalive=On
</Location>
`
}
