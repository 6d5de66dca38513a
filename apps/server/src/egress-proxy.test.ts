import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAuthority } from '@foyer/test-services/certificates'
import { canUseProxy, startGoogleBehindProxy } from '@foyer/test-services/google-behind-proxy'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { localEnvironment } from './testing/local-environment.ts'
import { createInvitedUser } from './testing/invited-user.ts'
import { createPageFixture } from './testing/page-fixture.ts'
import { buildServer, startServer } from './testing/server-process.ts'
import { createDatabase } from './testing/test-store.ts'

describe.runIf(canUseProxy)('a server in a network whose only way out is a proxy', () => {
  const signingKey = Buffer.alloc(32, 5)
  const page = createPageFixture()
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-egress-'))
  const inFolder = (name: string) => path.join(folder, name)
  let built: string
  let network: Awaited<ReturnType<typeof startGoogleBehindProxy>>
  beforeAll(async () => {
    const authority = await createAuthority('network')
    writeFileSync(inFolder('ca.pem'), authority.cert)
    writeFileSync(inFolder('credentials.json'), JSON.stringify(createCredentials()))
    ;[built, network] = await Promise.all([buildServer(), startGoogleBehindProxy(authority)])
  })
  afterAll(async () => {
    await network.close()
    page.remove()
    rmSync(folder, { recursive: true })
  })

  it('the server makes accounts at Identity Platform and looks the project up through the proxy, whose private authority it trusts', async () => {
    const server = startServer(built, {
      ...localEnvironment(page.directory, signingKey),
      FOYER_MODE: 'production',
      FOYER_DRAIN_SECONDS: '0',
      DATABASE_URL: await createDatabase(),
      GOOGLE_APPLICATION_CREDENTIALS: inFolder('credentials.json'),
      HTTPS_PROXY: network.url,
      NODE_USE_ENV_PROXY: '1',
      NODE_EXTRA_CA_CERTS: inFolder('ca.pem'),
    })
    const register = await createInvitedUser('ayse@acme.example', signingKey)
    expect((await register(await server.address)).status).toBe(201)
    expect(network.platform.accounts).toHaveLength(1)
    await vi.waitFor(
      () =>
        expect([...network.asked].toSorted()).toEqual([
          'iamcredentials.googleapis.com',
          'identitytoolkit.googleapis.com',
          'oauth2.googleapis.com',
          'www.googleapis.com',
        ]),
      20_000,
    )
    await server.end('SIGTERM')
  })
})

/** The key file of a service account, with a key of our own. */
function createCredentials() {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    type: 'service_account',
    project_id: 'demo-proj',
    private_key_id: 'a',
    private_key: privateKey,
    client_email: 'foyer@demo-proj.iam.gserviceaccount.com',
    client_id: '1',
    token_uri: 'https://oauth2.googleapis.com/token',
  }
}
