import { randomUUID } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { Certificate } from '../../../packages/test-services/src/certificates.ts'
import { startIdentityPlatformServer } from '../../../packages/test-services/src/identity-platform-server.ts'
import { listen } from '../../../packages/test-services/src/listen.ts'
import { startMailServer } from '../../../packages/test-services/src/mail-server.ts'
import { startPostgres } from '../../../packages/test-services/src/postgres-server.ts'

export const tenantId = 'Acme-x1y2z'

export type StandIns = Awaited<ReturnType<typeof startStandIns>>

/** What is around the fleet: the application, Postgres, the identity service and a mail server. */
export async function startStandIns(certificate: Certificate) {
  const [platform, mailServer, postgres] = await Promise.all([
    startIdentityPlatformServer(),
    startMailServer({ acceptsAfterMs: 40 }),
    startPostgres(),
  ])
  // The application shows who the gate says the user is.
  const application = await listen(
    http.createServer((request, response) => {
      const user = String(request.headers['x-goog-authenticated-user-id'])
      request.resume().on('end', () => response.end(`user ${user.split(':').at(-1)}`))
    }),
  )
  // Gates in production accept the keys of ID tokens over TLS only.
  const keys = await listen(https.createServer(certificate, platform.respond))
  return {
    platform,
    mailServer,
    postgres,
    application: `http://${application.host}`,
    keySet: `https://${keys.host}${platform.keySetPath}`,
    idTokenOf: (uid: string) => idToken(platform, uid),
    async close() {
      await Promise.all([platform.close(), mailServer.close(), application.close(), keys.close()])
      await postgres.stop()
    },
  }
}

function idToken(
  platform: Awaited<ReturnType<typeof startIdentityPlatformServer>>,
  uid: string,
): string {
  const now = Math.floor(Date.now() / 1000)
  return platform.signedIdToken({
    iss: 'https://securetoken.google.com/demo-proj',
    aud: 'demo-proj',
    sub: uid,
    iat: now,
    exp: now + 3600,
    auth_time: now,
    jti: randomUUID(),
    email: `${uid}@acme.example`,
    email_verified: true,
    firebase: { tenant: tenantId, sign_in_provider: 'google.com' },
  })
}
