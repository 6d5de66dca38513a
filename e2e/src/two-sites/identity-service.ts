import { createPublicKey, sign } from 'node:crypto'
import type { Answerer } from './internet.ts'
import { relayToStack } from './relay.ts'

interface IdentityService {
  key: string
  authorizedDomains: readonly string[]
}

/**
 * Google's hosts of the identity service, in front of the emulator of the local stack. The emulator signs nothing; these
 * hosts sign its ID tokens, so that a gate in production mode accepts them.
 */
export function identityHosts({ key, authorizedDomains }: IdentityService): [string, Answerer][] {
  const originals = new Map<string, string>()
  const toEmulator = (host: string) =>
    relayToStack({
      path: (path) => `/${host}${path}`,
      // The emulator refuses a token that is older than the account.
      sent: (body) => body.replaceAll(signedToken, (token) => originals.get(token) ?? token),
      body: (body) =>
        body.replaceAll(unsignedToken, (token, payload: string) => {
          const issued = signed(payload)
          originals.set(issued, token)
          return issued
        }),
    })
  const signed = (payload: string) => {
    const content = `${encode({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${aged(payload)}`
    return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
  }
  const publicKey = { ...createPublicKey(key).export({ format: 'jwk' }), alg: 'RS256', kid: keyId }
  const keySet = answerJson({ keys: [publicKey] })
  const project = answerJson({ projectId: '12345', authorizedDomains })
  return [
    ['identitytoolkit.googleapis.com', toEmulator('identitytoolkit.googleapis.com')],
    ['securetoken.googleapis.com', toEmulator('securetoken.googleapis.com')],
    [
      'www.googleapis.com',
      (request, response) =>
        (request.url?.startsWith('/service_accounts/') ? keySet : project)(request, response),
    ],
  ]
}

const keyId = 'stand-in'
const signedToken = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g
const unsignedToken = /eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0\.([\w-]+)\./g

/**
 * Three minutes old. The page refreshes a token that is older than two minutes, as it does for nearly every returning
 * user.
 */
function aged(payload: string): string {
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number }
  return encode({ ...claims, iat: claims.iat - 180 })
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function answerJson(value: object): Answerer {
  return ({ headers }, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'access-control-allow-origin': headers.origin ?? '*',
    })
    response.end(JSON.stringify(value))
  }
}
