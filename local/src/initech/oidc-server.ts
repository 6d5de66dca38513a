import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { demoAccounts } from '../emulator/demo-accounts.ts'
import { accountPage } from './account-page.ts'
import type { CompanyAccount } from './account-page.ts'

export interface OidcClient {
  id: string
  secret: string
  redirectUri: string
}

const scope = 'openid email profile'

/** The users of Initech, with the ids that this server gives them. */
export const accounts: readonly CompanyAccount[] = demoAccounts.flatMap(({ uid, name, signIn }) =>
  'email' in signIn && signIn.provider === 'oidc.initech'
    ? [{ subject: uid, name, email: signIn.email }]
    : [],
)

/** A real OpenID Connect server with the accounts of one company. It has no passwords: the user chooses an account. */
export async function createOidcServer(
  issuer: string,
  client: OidcClient,
): Promise<RequestListener> {
  const provider = new Provider(issuer, {
    clients: [
      { client_id: client.id, client_secret: client.secret, redirect_uris: [client.redirectUri] },
    ],
    jwks: { keys: [await newKey()] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Most companies' servers have the email address and the name in the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => false },
    ttl: { Interaction: 600, Session: 3600, Grant: 3600 },
    findAccount(_context, id) {
      const found = accounts.find(({ subject }) => subject === id)
      if (found === undefined) return undefined
      const { subject: sub, email, name } = found
      return { accountId: sub, claims: () => ({ sub, email, email_verified: true, name }) }
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: grantAll,
  })
  const answer = provider.callback()
  return (request, response) => {
    const isInteraction = request.url?.startsWith('/interaction/') === true
    const done = isInteraction ? interact(provider, request, response) : answer(request, response)
    // A sign-in that has ended, to which the user went Back.
    Promise.resolve(done).catch(() => {
      response.statusCode = 400
      response.end('This sign-in has ended. Please open the application again.')
    })
  }
}

async function newKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }
}

/** The company has agreed for all its users, so nobody is asked. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client?.clientId ?? '',
    accountId: oidc.session?.accountId ?? '',
  })
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}

/** Shows the accounts, and continues with the chosen one. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    const chosen = new URLSearchParams(await text(request)).get('account')
    const result = chosen
      ? { login: { accountId: chosen } }
      : { error: 'access_denied', error_description: 'The user has cancelled.' }
    return provider.interactionFinished(request, response, result)
  }
  const { params } = await provider.interactionDetails(request, response)
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(accountPage(accounts, textOrNull(params['login_hint'])))
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
