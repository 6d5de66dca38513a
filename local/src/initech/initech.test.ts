import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Settings } from '../settings/settings.ts'
import { createHelperPage } from './helper-page.ts'
import { planInitech } from './initech.ts'
import { accounts, createOidcServer } from './oidc-server.ts'
import type { OidcClient } from './oidc-server.ts'

const loginOrigin = 'http://localhost:4000'
let initech: ReturnType<typeof planInitech>
let server: Server
let issuer: string

beforeAll(async () => {
  const port = await unusedPort()
  issuer = `http://localhost:${port}`
  const ports = { initech: port } as Settings['ports']
  initech = planInitech({ ports, loginOrigin }, '/checkout', {})
  const client = JSON.parse(initech.plan.env['INITECH_CLIENT'] ?? '') as OidcClient
  server = createServer(await createOidcServer(issuer, client))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

async function unusedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const asked = (changes: Record<string, string> = {}) =>
  new URLSearchParams({
    apiKey: 'demo-api-key',
    appName: 'foyer:initech-7g8h9',
    authType: 'signInViaRedirect',
    providerId: 'oidc.initech',
    redirectUrl: `${loginOrigin}/?mode=login&state=s`,
    tid: 'initech-7g8h9',
    ...changes,
  })

/** A browser with cookies, at the company's server. */
function createBrowser() {
  const cookies = new Map<string, string>()
  return async (
    url: string,
    body?: URLSearchParams,
  ): Promise<{ text: string; location: string }> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const location = response.headers.get('location') ?? ''
    return {
      text: await response.text(),
      location: URL.canParse(location, url) ? new URL(location, url).href : '',
    }
  }
}

/** Signs in at the company's server. @returns the query with which it redirects back */
async function answerOf(query: URLSearchParams, form: Record<string, string>) {
  const visit = createBrowser()
  const page = await visit(initech.signIn.begin(query) ?? '')
  const { text } = await visit(page.location)
  const chosen = await visit(page.location, new URLSearchParams(form))
  const { location } = await visit(chosen.location)
  expect(location).toMatch(/^http:\/\/localhost:4000\/local\/oidc\/return\?/)
  return { text, query: new URL(location).searchParams }
}

describe('a sign-in at the company’s own server', () => {
  it('a sign-in ends with an ID token of the company’s server, which the emulator reads, at the page that asked for it (K1f)', async () => {
    const [pelin] = accounts
    const { query } = await answerOf(asked(), { account: pelin?.subject ?? '' })
    const result = await initech.signIn.complete(query)
    expect(result).toMatchObject({
      storageKey: 'demo-api-key:foyer:initech-7g8h9',
      redirectUrl: `${loginOrigin}/?mode=login&state=s`,
      event: { type: 'signInViaRedirect', tenantId: 'initech-7g8h9', error: null },
    })
    const { urlResponse = '' } = (result?.event ?? {}) as { urlResponse?: string }
    const { searchParams } = new URL(urlResponse)
    const [, payload = ''] = (searchParams.get('id_token') ?? '').split('.')
    expect(searchParams.get('providerId')).toBe('oidc.initech')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      iss: issuer,
      aud: 'foyer-demo',
      sub: pelin?.subject,
      email: 'pelin.aksoy@initech.example.com',
      email_verified: true,
      name: 'Pelin Aksoy',
    })
    // A second return with the same state is none.
    expect(await initech.signIn.complete(query)).toBeNull()
  })

  it('a user who cancels there comes back without an account', async () => {
    const { query } = await answerOf(asked(), {})
    expect(await initech.signIn.complete(query)).toMatchObject({
      event: { urlResponse: null, error: { code: 'auth/user-cancelled' } },
    })
  })

  it('a user who goes Back to a sign-in that has ended is told so', async () => {
    for (const body of [undefined, new URLSearchParams({ account: 'x' })]) {
      const { text } = await createBrowser()(`${issuer}/interaction/ended`, body)
      expect(text).toContain('This sign-in has ended.')
    }
  })

  it('the server gets the login hint, the language and the scopes of the request, and no parameter that the service sets itself', () => {
    const customParameters = { login_hint: 'a@b.example', ui_locales: 'tr', client_id: 'evil' }
    const url = initech.signIn.begin(
      asked({ customParameters: JSON.stringify(customParameters), scopes: 'groups' }),
    )
    const parameters = Object.fromEntries(new URL(url ?? '').searchParams)
    expect(parameters).toMatchObject({
      login_hint: 'a@b.example',
      ui_locales: 'tr',
      client_id: 'foyer-demo',
      scope: 'openid email profile groups',
    })
  })

  it('a result for a pop-up is not for a redirect', async () => {
    const query = asked({ authType: 'signInViaPopup', eventId: '7' })
    const answer = await answerOf(query, { account: accounts[0]?.subject ?? '' })
    expect(await initech.signIn.complete(answer.query)).toMatchObject({
      redirectUrl: null,
      event: { eventId: '7' },
    })
  })

  it('no result is sent to another origin', async () => {
    const query = asked({ redirectUrl: 'http://evil.test/' })
    const answer = await answerOf(query, { account: accounts[0]?.subject ?? '' })
    expect(await initech.signIn.complete(answer.query)).toBeNull()
  })
})

it('the helper page plays only this provider', () => {
  const { leave } = createHelperPage(initech.signIn)
  expect(initech.signIn.begin(asked({ providerId: 'google.com' }))).toBeNull()
  expect(leave(asked({ providerId: 'saml.acme' }), {} as never)).toBe(false)
})
