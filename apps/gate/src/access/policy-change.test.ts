import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { TestBrowser } from '../testing/test-browser.ts'
import {
  publicHost,
  publicOrigin,
  signIn,
  startTestGate,
  type StartedGate,
} from '../testing/test-gate.ts'

let gate: StartedGate
const sockets = new WebSocketServer({ noServer: true })
const tenant = 'Acme-x1y2z'

beforeAll(async () => {
  gate = await startTestGate({
    application: (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.write('data: first\n\n')
    },
  })
  gate.upstream.on('upgrade', (req, socket, head) =>
    sockets.handleUpgrade(req, socket, head, () => {}),
  )
})
beforeEach(() => {
  gate.allowTenants([tenant])
  gate.replacePolicy(undefined)
})
afterAll(async () => {
  await gate.stop()
})

const headersOf = ({ cookies }: TestBrowser) => ({
  host: publicHost,
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
})

async function openStream(browser: TestBrowser, path: string) {
  const request = http.get({ port: gate.port, path, headers: headersOf(browser), agent: false })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.on('error', () => {})
  await once(response, 'data')
  return response
}

async function openSocket(browser: TestBrowser, path: string) {
  const headers = headersOf(browser)
  const url = `ws://127.0.0.1:${gate.port}${path}`
  const socket = new WebSocket(url, { headers, origin: publicOrigin })
  await once(socket, 'open')
  return socket
}

const signedIn = (provider: string) =>
  signIn(gate, '/', { firebase: { tenant, sign_in_provider: provider } })

it.each([
  ['stream', openStream],
  ['WebSocket', openSocket],
] as const)(
  'a new policy closes an open %s of an account that may no longer sign in, or no longer open the path',
  async (...row) => {
    const [, open] = row
    const [phone, google] = [await signedIn('phone'), await signedIn('google.com')]
    const closed: string[] = []
    const opened = async (name: string, browser: TestBrowser, path: string) => {
      const connection = await open(browser, path)
      connection.on('close', () => closed.push(name))
    }
    await opened('phone', phone, '/chat')
    await opened('admin', google, '/admin/log?x=/chat')
    await opened('closed', google, '/other')
    await opened('chat', google, '/chat')

    expect(gate.replacePolicy({ others: { providers: ['google.com'] } })).toBe(true)
    await expect.poll(() => closed).toEqual(['phone'])

    gate.replacePolicy({
      paths: [{ path: '/admin/', providers: ['saml.acme'] }, { path: '/chat' }],
    })
    await expect.poll(() => closed).toHaveLength(3)
    expect(closed.toSorted()).toEqual(['admin', 'closed', 'phone'])

    gate.allowTenants(['Globex-a1b2c'])
    await expect.poll(() => closed).toHaveLength(4)
  },
)

it('a new policy closes a stream without a session if its path is no longer public', async () => {
  gate.replacePolicy({ paths: [{ path: '/', access: 'public' }] })
  const stranger = gate.browser()
  const [news, chat] = [await openStream(stranger, '/news'), await openStream(stranger, '/chat')]
  gate.replacePolicy({ paths: [{ path: '/news', access: 'public' }, { path: '/' }] })
  await expect.poll(() => chat.destroyed).toBe(true)
  expect(news.destroyed).toBe(false)
})
