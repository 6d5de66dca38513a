import { objectIdOf } from './object-id.ts'
import type { ProviderId, Providers } from './providers.ts'

/** The part of the identity SDK's `accounts:signInWithIdp` request and response that is used here. */
type Fields = Record<string, unknown>

const FAKE_ACCESS_TOKEN = /^FirebaseAuthEmulatorFakeAccessToken_/

export const isProviderSignIn = (path: string) => path.endsWith('/accounts:signInWithIdp')

/**
 * Makes the emulator behave like Identity Platform for Microsoft. Microsoft does not verify email addresses,
 * so Identity Platform treats them as unverified and keeps accounts separate until the user links them; the
 * emulator believes the request. And the emulator has its own user ids, where Identity Platform has
 * Microsoft's object id.
 */
export function asFromMicrosoft(body: string): string {
  const request = parse(body)
  if (request === null) return body
  const { requestUri, postBody } = request
  return JSON.stringify({
    ...request,
    ...(typeof requestUri === 'string' && {
      requestUri: requestUri.replace(
        /\?.*$/s,
        (query) => `?${withMicrosoftClaims(query.slice(1))}`,
      ),
    }),
    ...(typeof postBody === 'string' &&
      postBody !== '' && { postBody: withMicrosoftClaims(postBody) }),
  })
}

function withMicrosoftClaims(query: string): string {
  const parameters = new URLSearchParams(query)
  const claims = parse(parameters.get('id_token') ?? '')
  if (parameters.get('providerId') !== 'microsoft.com' || claims === null) return query
  const { sub } = claims
  parameters.set(
    'id_token',
    JSON.stringify({
      ...claims,
      ...(typeof sub === 'string' && { sub: objectIdOf(sub) }),
      email_verified: false,
    }),
  )
  return parameters.toString()
}

/** The emulator returns the same access token for every user. A real provider's token identifies the user. */
export function withAccessTokenOf(providers: Providers): (body: string) => string {
  return (body) => {
    const answer = parse(body)
    const { providerId, oauthAccessToken, oauthIdToken, email } = answer ?? {}
    const claims = typeof oauthIdToken === 'string' ? parse(oauthIdToken) : null
    if (
      typeof oauthAccessToken !== 'string' ||
      !FAKE_ACCESS_TOKEN.test(oauthAccessToken) ||
      !isKnown(providerId) ||
      typeof email !== 'string' ||
      typeof claims?.['sub'] !== 'string'
    ) {
      return body
    }
    const person = { subject: claims['sub'], email }
    return JSON.stringify({
      ...answer,
      oauthAccessToken: providers.accessToken(providerId, person),
    })
  }
}

/**
 * With email enumeration protection, Identity Platform does not say which sign-in methods the account of an email address
 * has. The emulator says it in this response all the same.
 */
export function withoutAccountMethods(body: string): string {
  const answer = parse(body)
  if (answer === null || !('verifiedProvider' in answer)) return body
  const { verifiedProvider: _hidden, ...others } = answer
  return JSON.stringify(others)
}

function isKnown(providerId: unknown): providerId is ProviderId {
  return providerId === 'google.com' || providerId === 'microsoft.com'
}

function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
