import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { exportJWK, SignJWT, UnsecuredJWT, type JWK } from 'jose'

/** A stand-in for the issuer of ID tokens, with its own key pair. */
export interface IdentityPlatform {
  kid: string
  privateKey: KeyObject
  /** Answers like the URL of the key set. */
  fetch: typeof fetch
  /** Whether the key set can be fetched. */
  keyServer: { isDown: boolean }
  /** A signed token, which is valid unless changed. */
  idToken(changes?: Record<string, unknown>): Promise<string>
  /** A token as the emulator issues it. */
  emulatorToken(changes?: Record<string, unknown>): string
}

export const projectId = 'demo-proj'
export const projectNumber = '123456789012'

// Created once, because a key pair takes a second.
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

export async function createIdentityPlatform(now: () => number): Promise<IdentityPlatform> {
  const kid = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
  // Without `alg`, because the key set must not decide which algorithm is accepted.
  const keys: JWK[] = [{ ...(await exportJWK(publicKey)), kid, use: 'sig' }]

  const keyServer = { isDown: false }

  const claims = (changes: Record<string, unknown>) => ({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: 'u-1',
    iat: now() - 20,
    exp: now() + 3500,
    auth_time: now() - 60,
    email: 'a@corp.example',
    email_verified: true,
    firebase: { tenant: 'Acme-x1y2z', sign_in_provider: 'google.com' },
    ...changes,
  })

  return {
    kid,
    privateKey,
    keyServer,
    fetch: async () => {
      if (keyServer.isDown) throw new TypeError('fetch failed')
      return Response.json({ keys }, { headers: { 'cache-control': 'public, max-age=600' } })
    },
    idToken: (changes = {}) =>
      new SignJWT(claims(changes))
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .sign(privateKey),
    emulatorToken: (changes = {}) => new UnsecuredJWT(claims(changes)).encode(),
  }
}
