import { randomBytes } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { OidcClient } from './oidc-server.ts'

/** What the identity service's helper page hands to the SDK, and where it belongs. */
export interface AuthEvent {
  /** The SDK's key for the event of a redirect. */
  storageKey: string
  /** Set for a redirect. A pop-up hands the event to the page that has opened it. */
  redirectUrl: string | null
  event: object
}

/** Plays the part of Identity Platform in a sign-in at a company's OpenID Connect server. */
export interface CompanySignIn {
  /**
   * The URL of the company's server for a request to the helper page. Null if the emulator itself plays the provider of
   * that request.
   */
  begin: (query: URLSearchParams) => string | null
  /** The result for the query with which the company's server redirects back. Null for an unknown state. */
  complete: (query: URLSearchParams) => Promise<AuthEvent | null>
}

interface CompanySignInOptions {
  providerId: string
  issuer: string
  client: OidcClient
  /** The origin of the sign-in page, and of the helper page. */
  loginOrigin: string
}

interface Begun {
  query: URLSearchParams
  nonce: string
}

/** The parameters that Identity Platform sets itself. */
const reserved = new Set(['client_id', 'response_type', 'redirect_uri', 'scope', 'state', 'nonce'])
const kept = 100

export function createCompanySignIn(options: CompanySignInOptions): CompanySignIn {
  const { providerId, issuer, client, loginOrigin } = options
  const begun = new Map<string, Begun>()
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))

  async function idTokenFor(code: string, nonce: string): Promise<string> {
    const response = await fetch(`${issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: client.redirectUri,
      }),
    })
    const { id_token: idToken } = (await response.json()) as { id_token?: unknown }
    if (typeof idToken !== 'string') throw new Error('The company’s server sent no ID token.')
    const { payload } = await jwtVerify(idToken, keys, { issuer, audience: client.id })
    if (payload['nonce'] !== nonce) throw new Error('The ID token is of another sign-in.')
    return idToken
  }

  async function outcomeOf(query: URLSearchParams, nonce: string): Promise<object> {
    const code = query.get('code')
    if (code === null) {
      return {
        urlResponse: null,
        error: { code: 'auth/user-cancelled', message: 'The user has cancelled.' },
      }
    }
    const url = new URL(`${loginOrigin}/emulator/auth/handler`)
    url.searchParams.set('providerId', providerId)
    url.searchParams.set('id_token', await idTokenFor(code, nonce))
    return { urlResponse: url.href, error: null }
  }

  return {
    begin(query) {
      if (query.get('providerId') !== providerId) return null
      const [state, nonce] = [randomText(), randomText()]
      const [oldest] = begun.keys()
      if (begun.size >= kept && oldest !== undefined) begun.delete(oldest)
      begun.set(state, { query, nonce })
      const scopes = new Set(['openid', 'email', 'profile', ...listIn(query.get('scopes'))])
      const url = new URL(`${issuer}/auth`)
      for (const [name, value] of parametersIn(query.get('customParameters'))) {
        url.searchParams.set(name, value)
      }
      const own = {
        client_id: client.id,
        response_type: 'code',
        redirect_uri: client.redirectUri,
        scope: [...scopes].join(' '),
        state,
        nonce,
      }
      for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value)
      return url.href
    },

    async complete(query) {
      const state = query.get('state') ?? ''
      const attempt = begun.get(state)
      if (attempt === undefined) return null
      begun.delete(state)
      const asked = attempt.query
      const redirectUrl = asked.get('redirectUrl')
      const isPopup = /popup/i.test(asked.get('authType') ?? '')
      if (!isPopup && !isAt(loginOrigin, redirectUrl)) return null
      return {
        storageKey: `${asked.get('apiKey')}:${asked.get('appName')}`,
        redirectUrl: isPopup ? null : redirectUrl,
        event: {
          type: asked.get('authType'),
          eventId: asked.get('eventId'),
          sessionId: 'not-used-by-the-emulator',
          postBody: '',
          tenantId: asked.get('tid'),
          ...(await outcomeOf(query, attempt.nonce)),
        },
      }
    },
  }
}

const randomText = () => randomBytes(24).toString('base64url')

const listIn = (text: string | null) => (text ?? '').split(',').filter((item) => item !== '')

function parametersIn(json: string | null): [name: string, value: string][] {
  const parameters = JSON.parse(json ?? '{}') as Record<string, unknown>
  return Object.entries(parameters)
    .filter(([name]) => !reserved.has(name))
    .map(([name, value]) => [name, String(value)])
}

function isAt(origin: string, url: string | null): boolean {
  return url !== null && URL.canParse(url) && new URL(url).origin === origin
}
