import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { hasNginx, startNginx, type Nginx } from '@foyer/test-services/nginx'
import { freePort } from '@foyer/test-services/postgres-server'
import { sampleSite } from '../testing/nginx.ts'
import { createTestBrowser, sendTo, type TestBrowser } from '../testing/test-browser.ts'
import {
  beginSignIn,
  echoed,
  publicHost,
  publicOrigin,
  signIn,
  startTestGate,
  type StartedGate,
} from '../testing/test-gate.ts'

describe.runIf(hasNginx)('behind nginx as the guide sets it up', () => {
  const directory = mkdtempSync(join(tmpdir(), 'foyer-nginx-'))
  let gate: StartedGate
  let nginx: Nginx
  let port: number
  let browser: TestBrowser

  beforeAll(async () => {
    gate = await startTestGate({
      environment: { GATE_TRUSTED_PROXIES: '127.0.0.1', GATE_ENCODED_SLASHES: 'pass' },
    })
    const [echo] = gate.upstream.listeners('request') as http.RequestListener[]
    gate.upstream.removeAllListeners('request')
    gate.upstream.on('request', (req, res) => {
      if (req.url === '/events') res.write('data: 1\n\n')
      else if (req.url === '/upload') req.pipe(res)
      else echo?.(req, res)
    })
    port = await freePort()
    const sites = sampleSite({ directory, host: publicHost, port, gates: [gate.port] })
    nginx = await startNginx(directory, { sites, port })
    browser = createTestBrowser(publicHost, sendTo(port))
    await signIn(gate, '/', {}, browser)
  })
  afterAll(async () => {
    await nginx.close()
    await gate.stop()
    rmSync(directory, { recursive: true })
  })

  const send = (options: http.RequestOptions) =>
    http.request({
      host: '127.0.0.1',
      port,
      agent: false,
      ...options,
      headers: {
        host: publicHost,
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
        ...(options.headers as http.OutgoingHttpHeaders),
      },
    })

  it('behind nginx, a user signs in at a path of 2,500 characters, by script and by navigation', async () => {
    const path = `/?q=${randomBytes(1872).toString('base64url')}`
    const claims = { grants: randomBytes(900).toString('base64url') }
    const byScript = createTestBrowser(publicHost, sendTo(port))
    await signIn(gate, path, claims, byScript)
    expect(echoed(await byScript.open(path)).url).toBe(path)

    const byNavigation = createTestBrowser(publicHost, sendTo(port))
    const { exchange } = await beginSignIn(gate, byNavigation, path, claims)
    const answer = await byNavigation.open(
      `/_gcp_iap/gcip_authenticate?rt=${exchange.redirectToken}`,
    )
    expect(answer.text).toContain(`0;url=${path}`)
    expect(echoed(await byNavigation.open(path)).url).toBe(path)
  })

  it('behind nginx, the application gets the unchanged URL, and the IP address of the client', async () => {
    const answer = await browser.call('/group%2Fproject//x?y=%2F', {
      headers: { 'x-forwarded-for': '192.0.2.1', 'x-real-ip': '192.0.2.1' },
    })
    expect(echoed(answer)).toMatchObject({
      url: '/group%2Fproject//x?y=%2F',
      headers: { host: publicHost, 'x-real-ip': '127.0.0.1', 'x-forwarded-host': publicHost },
    })
    expect(answer.text).not.toContain('192.0.2.1')
  })

  it('behind nginx, a stream arrives as it is written, in both directions', async () => {
    const events = send({ path: '/events' })
    events.on('error', () => undefined)
    events.end()
    const [answer] = (await once(events, 'response')) as [http.IncomingMessage]
    answer.on('error', () => undefined)
    expect(String(((await once(answer, 'data')) as [Buffer])[0])).toBe('data: 1\n\n')
    events.destroy()

    const upload = send({ method: 'POST', path: '/upload' })
    upload.write('first')
    const [echo] = (await once(upload, 'response')) as [http.IncomingMessage]
    expect(String(((await once(echo, 'data')) as [Buffer])[0])).toBe('first')
    upload.end()
    echo.resume()
    await once(echo, 'end')
  })

  it('behind nginx, an upload of 3 MB arrives', async () => {
    const body = 'x'.repeat(3 * 1024 * 1024)
    expect((await browser.call('/upload', { method: 'POST', body })).text).toHaveLength(body.length)
  })

  it('behind nginx, a WebSocket opens, and any other upgrade is ignored', async () => {
    const application = new WebSocketServer({ noServer: true })
    gate.upstream.on('upgrade', (req, socket, head) =>
      application.handleUpgrade(req, socket, head, (client) => client.send('hello')),
    )
    const socket = new WebSocket(`ws://127.0.0.1:${port}/chat`, {
      headers: {
        host: publicHost,
        origin: publicOrigin,
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      },
    })
    expect(String(((await once(socket, 'message')) as [Buffer])[0])).toBe('hello')
    socket.terminate()
    const offer = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMA',
    }
    expect((await browser.call('/', { headers: offer })).status).toBe(200)
  })

  it('behind nginx without a gate, a request gets 503 and a time to retry', async () => {
    const other = mkdtempSync(join(tmpdir(), 'foyer-nginx-'))
    const otherPort = await freePort()
    // Nothing listens there, and the system gives it to nobody.
    const nobody = 1
    const site = { directory: other, host: publicHost, port: otherPort, gates: [nobody] }
    const alone = await startNginx(other, { sites: sampleSite(site), port: otherPort })
    const answer = await createTestBrowser(publicHost, sendTo(otherPort)).open('/')
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    await alone.close()
    rmSync(other, { recursive: true })
  })
})
