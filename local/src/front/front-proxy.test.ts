import type { Server } from 'node:http'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFrontProxy } from './front-proxy.ts'
import { createTotpFactors } from '../totp/totp-factors.ts'
import { createTotpStandIn } from '../totp/totp-stand-in.ts'
import { createRelay } from './relay.ts'

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** A server that responds with its name and the request. */
function startBackend(name: string): Promise<number> {
  return listen(
    createServer((request, response) => {
      void text(request).then((body) => {
        response.setHeader('x-backend', name)
        response.setHeader('content-type', 'text/html')
        response.end(`${name} ${request.method} ${request.url} ${request.headers.host} ${body}`)
      })
    }),
  )
}

async function startFront(backends?: { emulator?: number; server?: number }) {
  let codesSent = 0
  const emulatorPort = backends?.emulator ?? (await startBackend('emulator'))
  const front = createFrontProxy({
    emulator: createRelay('identity emulator', emulatorPort),
    server: createRelay('login server', backends?.server ?? (await startBackend('server'))),
    local: async (_request, response, path) => {
      response.end(`local ${path}`)
    },
    onCodeSent: () => {
      codesSent += 1
    },
    helperPage: {
      leave(query, response) {
        const isPlayed = query.get('providerId') === 'oidc.initech'
        if (isPlayed) response.end('company’s server')
        return isPlayed
      },
      async comeBack(_query, response) {
        response.end('back from the company')
      },
    },
    providerSignIn: {
      request: (body) => `${body}, rewritten ş`,
      answer: (body) => `${body} and its answer too`,
    },
    totp: createTotpStandIn({
      isExpired: () => false,
      emulatorUrl: `http://127.0.0.1:${emulatorPort}`,
      projectId: 'demo-foyer',
      factors: createTotpFactors(Date.now),
      now: Date.now,
    }),
  })
  const port = await listen(createServer(front))
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, codesSent: () => codesSent }
}

async function unusedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('the front proxy', () => {
  it.each([
    ['/', 'server'],
    ['/config.json?x=1', 'server'],
    ['/emulator', 'server'],
    ['/locale', 'server'],
    ['/identitytoolkit.googleapis.com/v1/projects?key=k', 'emulator'],
    ['/securetoken.googleapis.com/v1/token?key=k', 'emulator'],
    ['/www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig', 'emulator'],
    ['/emulator/auth/handler?apiKey=k', 'emulator'],
    ['/emulator/auth/handler?providerId=oidc.initech', 'company’s'],
    ['/local/oidc/return?state=s', 'back'],
    ['/local/inbox', 'local'],
    ['/local', 'local'],
  ])('the front proxy sends %s to the %s', async (path, expected) => {
    const { url } = await startFront()
    const answer = await (await fetch(url + path)).text()
    expect(answer.split(' ')[0]).toBe(expected)
  })

  it('the front proxy forwards method, query, body and the user’s Host', async () => {
    const { url, host } = await startFront()
    const response = await fetch(`${url}/a?b=%2F`, { method: 'POST', body: 'çay' })
    expect(await response.text()).toBe(`server POST /a?b=%2F ${host} çay`)
    expect(response.headers.get('x-backend')).toBe('server')
  })

  it('the front proxy rewrites the emulator’s pages and corrects their length', async () => {
    const page = '<title>ş</title><script src="https://apis.google.com/js/api.js"></script>'
    const emulator = await listen(createServer((_request, response) => response.end(page)))
    const { url } = await startFront({ emulator })
    const response = await fetch(`${url}/emulator/auth/iframe`)
    expect(await response.text()).toBe('<title>ş</title><script src="/local/gapi.js"></script>')
  })

  it.each(['/', '/local/inbox/messages', '/emulator/v1/projects/p/verificationCodes'])(
    'the front proxy refuses %s under a foreign host name',
    async (path) => {
      const { url } = await startFront()
      const status = await new Promise<number | undefined>((resolve, reject) => {
        request(url + path, { headers: { host: 'evil.test' } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end()
      })
      expect(status).toBe(421)
    },
  )

  it.each([
    'v1/accounts:sendVerificationCode',
    'v2/accounts/mfaSignIn:start',
    'v2/accounts/mfaEnrollment:start',
  ])('the front proxy reports that a code was sent: %s', async (call) => {
    const { url, codesSent } = await startFront()
    const path = `/identitytoolkit.googleapis.com/${call}`
    await (await fetch(url + path, { method: 'POST' })).text()
    await expect.poll(codesSent).toBe(1)
  })

  it('the front proxy rewrites only sign-ins with a provider, both the request and the response', async () => {
    const { url, host } = await startFront()
    const path = '/identitytoolkit.googleapis.com/v1/accounts'
    const post = async (call: string) =>
      (await fetch(`${url}${path}:${call}`, { method: 'POST', body: 'çay' })).text()
    expect(await post('signInWithIdp')).toBe(
      `emulator POST ${path}:signInWithIdp ${host} çay, rewritten ş and its answer too`,
    )
    expect(await post('lookup')).toBe(`emulator POST ${path}:lookup ${host} çay`)
  })

  it('while the emulator is down, the front proxy responds with an error in the identity service’s format', async () => {
    const { url } = await startFront({ emulator: await unusedPort() })
    const response = await fetch(`${url}/identitytoolkit.googleapis.com/v1/projects?key=k`)
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({
      error: {
        code: 503,
        status: 'UNAVAILABLE',
        message: 'NETWORK_REQUEST_FAILED : The identity emulator is not running.',
      },
    })
  })

  it('while the server is down, the front proxy shows users a page that says what to do', async () => {
    const { url } = await startFront({ server: await unusedPort() })
    const response = await fetch(`${url}/?mode=login`, {
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    })
    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('The login server is not running.')
  })
})
