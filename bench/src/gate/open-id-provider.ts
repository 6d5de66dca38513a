import { generateKeyPairSync, sign } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A minimal OpenID provider that signs in every user without a check. */
export interface OpenIdProvider {
  issuer: string
  port: number
  clientId: string
  clientSecret: string
  close(): void
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const [clientId, clientSecret] = ['bench', 'bench-secret']
  const nonces = new Map<string, string>()
  let issuer = ''

  const server = http.createServer((request, response) => {
    void respond(request).then(({ status = 200, location, json }) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(location !== undefined && { location }),
      })
      response.end(json && JSON.stringify(json))
    })
  })

  async function respond(
    request: http.IncomingMessage,
  ): Promise<{ status?: number; location?: string; json?: object }> {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return { json: metadataOf(issuer) }
      case '/keys':
        return {
          json: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig' }] },
        }
      case '/authorize': {
        const code = `code-${nonces.size}`
        nonces.set(code, searchParams.get('nonce') ?? '')
        const back = new URL(searchParams.get('redirect_uri') ?? '')
        back.searchParams.set('code', code)
        back.searchParams.set('state', searchParams.get('state') ?? '')
        return { status: 302, location: back.href }
      }
      case '/token': {
        const code = new URLSearchParams(await text(request)).get('code') ?? ''
        const idToken = signIdToken(issuer, clientId, code, nonces.get(code) ?? '')
        const access = { access_token: `access-${code}`, token_type: 'Bearer', expires_in: 3600 }
        return { json: { ...access, id_token: idToken } }
      }
      default:
        return { status: 404 }
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  issuer = `http://127.0.0.1:${port}`
  return { issuer, port, clientId, clientSecret, close: () => void server.close() }
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }
}

function signIdToken(issuer: string, clientId: string, subject: string, nonce: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: clientId,
    sub: subject,
    email: `${subject}@acme.example`,
    name: 'Ayşe Yılmaz',
    iat: now,
    exp: now + 3600,
    nonce,
  }
  const signed = `${encode({ alg: 'RS256', kid: '1', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}
