import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority } from '@foyer/test-services/certificates'
import { canUseProxy, startGoogleBehindProxy } from '@foyer/test-services/google-behind-proxy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildGate, startGate } from './testing/gate-process.ts'
import { projectId, projectNumber } from './testing/identity-platform.ts'
import { createTestBrowser, sendTo } from './testing/test-browser.ts'
import {
  apiKey,
  loginOrigin,
  post,
  publicHost,
  publicOrigin,
  stateOf,
} from './testing/test-gate.ts'

describe.runIf(canUseProxy)('a gate in a network whose only way out is a proxy', () => {
  const directory = mkdtempSync(join(tmpdir(), 'foyer-egress-'))
  const authorityFile = join(directory, 'ca.pem')
  let built: string
  let network: Awaited<ReturnType<typeof startGoogleBehindProxy>>
  beforeAll(async () => {
    const authority = await createAuthority('network')
    writeFileSync(authorityFile, authority.cert)
    ;[built, network] = await Promise.all([buildGate(), startGoogleBehindProxy(authority)])
  })
  afterAll(async () => {
    await network.close()
    rmSync(directory, { recursive: true })
  })

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000)
    return network.platform.signedIdToken({
      iss: `https://securetoken.google.com/${projectId}`,
      aud: projectId,
      sub: 'u-1',
      iat: now,
      exp: now + 3600,
      auth_time: now,
      firebase: { tenant: 'Acme-x1y2z', sign_in_provider: 'google.com' },
    })
  }

  /** The status of an exchange at a gate in production, which fetches Google's keys for it. */
  async function exchangeStatus(network_: Record<string, string>) {
    const gate = startGate(built, {
      GATE_UPSTREAM: 'http://127.0.0.1:9',
      GATE_LOGIN: `${loginOrigin}/`,
      GATE_PUBLIC_URL: publicOrigin,
      GATE_PORT: '0',
      GATE_PROJECT_ID: projectId,
      GATE_PROJECT_NUMBER: projectNumber,
      GATE_API_KEY: apiKey,
      GATE_TENANTS: 'Acme-x1y2z',
      GATE_DATA: directory,
      GATE_DRAIN_SECONDS: '0',
      ...network_,
    })
    const browser = createTestBrowser(publicHost, sendTo(await gate.listening()))
    const state = stateOf(await browser.open('/page'))
    const { status } = await post(browser, { id_token: idToken(), state })
    await gate.end('SIGTERM')
    return status
  }

  it('the gate fetches the issuer’s keys through the proxy, whose private authority it trusts', async () => {
    const proxy = { HTTPS_PROXY: network.url, NODE_USE_ENV_PROXY: '1' }
    expect(await exchangeStatus(proxy)).toBe(503)
    expect(await exchangeStatus({ ...proxy, NODE_EXTRA_CA_CERTS: authorityFile })).toBe(200)
    expect([...network.asked]).toEqual(['www.googleapis.com'])
  })
})
